import { field, fieldAt, isTrue, items, textOf, type Node } from "../../../source/manifest/node.js";
import type { Keep } from "../../../source/manifest/composed.js";
import type { NodeCall, PodTraits } from "../../model/pod-traits.js";

/** By it pods get interfaces on other networks. */
export const NETWORKS_ANNOTATION = "k8s.v1.cni.cncf.io/networks";

/** Capabilities with which a process gets round what is done to its packets, or at its node. */
const CAPABILITIES: ReadonlySet<string> = new Set([
  "ALL",
  "BPF",
  "NET_ADMIN",
  "SYS_ADMIN",
  "SYS_MODULE",
  "SYS_PTRACE",
]);

const PROBES = ["livenessProbe", "readinessProbe", "startupProbe"] as const;

const SECURITY: Keep = { securityContext: { privileged: true, capabilities: { add: true } } };
const PROBE: Keep = { httpGet: { host: true }, tcpSocket: { host: true } };

/** What is kept of the containers of a pod that run with it. */
export const CONTAINER_TRAITS: Keep = {
  ...SECURITY,
  ...Object.fromEntries(PROBES.map((each) => [each, PROBE])),
};

/** What is kept of a pod's spec: of a volume from the node only that it is one. */
export const POD_TRAITS: Keep = {
  hostPID: true,
  volumes: { hostPath: {}, nfs: { server: true } },
  ephemeralContainers: SECURITY,
};

/** Reads what no policy of pods concerns. */
export function podTraits(metadata: Node | undefined, spec: Node | undefined): PodTraits {
  const containers = ["containers", "initContainers", "ephemeralContainers"].flatMap((each) =>
    items(field(spec, each)),
  );
  const volumes = items(field(spec, "volumes"));
  const isHostPath = volumes.some((each) => field(each, "hostPath") !== undefined);
  const powers = [
    ...containers.flatMap(powersOf),
    ...(isTrue(field(spec, "hostPID")) ? ["hostPID"] : []),
    ...(isHostPath ? ["hostPath"] : []),
  ];
  const networks = textOf(fieldAt(metadata, "annotations", NETWORKS_ANNOTATION)) ?? "";
  return {
    powers: [...new Set(powers)],
    hasOtherNetworks: !["", "[]"].includes(networks.trim()),
    nodeCalls: [...volumes.flatMap(nfsServer), ...containers.flatMap(probedHosts)],
  };
}

function powersOf(container: Node): string[] {
  const security = field(container, "securityContext");
  const added = items(fieldAt(security, "capabilities", "add")).flatMap((each) => textOf(each) ?? []);
  const capabilities = added.map((each) => each.toUpperCase().replace(/^CAP_/, ""));
  return [
    ...(isTrue(field(security, "privileged")) ? ["privileged"] : []),
    ...capabilities.filter((each) => CAPABILITIES.has(each)),
  ];
}

function nfsServer(volume: Node): NodeCall[] {
  const host = textOf(fieldAt(volume, "nfs", "server")) ?? "";
  return host === "" ? [] : [{ for: "nfs", host }];
}

/** A probe that names no host asks the pod itself. */
function probedHosts(container: Node): NodeCall[] {
  const hosts = PROBES.flatMap((probe) =>
    ["httpGet", "tcpSocket"].flatMap((how) => textOf(fieldAt(container, probe, how, "host")) ?? []),
  );
  return [...new Set(hosts)].filter((host) => host !== "").map((host) => ({ for: "probe", host }));
}
