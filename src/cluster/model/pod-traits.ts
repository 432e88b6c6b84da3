/** What of pods no policy of pods concerns: what they may do on their node, and what their node does for them. */
export interface PodTraits {
  /** What gives a pod power over its node or its network (B-10): `privileged`, `hostPID`, `hostPath`, a capability. */
  readonly powers: readonly string[];
  /** True where it is on networks beside the cluster's own, which policy does not see (B-11). */
  readonly hasOtherNetworks: boolean;
  /** Hosts that its node connects to for it (B-20). */
  readonly nodeCalls: readonly NodeCall[];
}

/** A host that a node connects to: the server of an NFS volume, or what a probe names instead of the pod. */
export interface NodeCall {
  readonly for: "nfs" | "probe";
  readonly host: string;
}

/** What some pods have together. */
export function traitsTogether(all: readonly PodTraits[]): PodTraits {
  const [first] = all;
  if (first !== undefined && all.length === 1) return first;
  const calls = new Map(
    all.flatMap(({ nodeCalls }) => nodeCalls.map((each) => [JSON.stringify(each), each])),
  );
  return {
    powers: [...new Set(all.flatMap(({ powers }) => powers))],
    hasOtherNetworks: all.some(({ hasOtherNetworks }) => hasOtherNetworks),
    nodeCalls: [...calls.values()],
  };
}
