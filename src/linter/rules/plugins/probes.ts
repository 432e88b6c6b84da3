import { byPlugin, knownPlugin, rowReading } from "./known-plugin.js";
import { denierOf, type Denier } from "../connections/denier.js";
import { DIRECT } from "../../../semantics/evaluate/flow.js";
import { evaluate } from "../../../semantics/evaluate/evaluate.js";
import { flowFamilies, type NodeEndpoint, type PodEndpoint } from "../../../cluster/model/endpoint.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { isHostPod } from "../../../semantics/match/party.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import { trafficOf } from "../../../base/net/traffic.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { ProbedPort } from "../../../cluster/model/configured.js";
import type { Profile } from "../../../semantics/match/profile.js";

interface BlockedProbe {
  readonly workload: Workload;
  readonly probed: ProbedPort;
  readonly denier: Denier;
}

/**
 * Ports that the kubelet probes and that nobody lets it reach, on a plugin to which a pod's own node is like any other: one finding for
 * each place that denies. Everywhere else what comes from the own node is let in whatever policy says (S-NODE-L1).
 */
export function* blockedProbes(cluster: Cluster): Generator<Problem> {
  const known = knownPlugin(cluster);
  const row = known && rowReading(known, "own-node-ingress");
  if (known === undefined || row === undefined || known.profile.readings["own-node-ingress"] !== false)
    return;
  const blocked = cluster.workloads.flatMap((workload) => blockedOf(cluster, known.profile, workload));
  for (const alike of groupBy(blocked, ({ denier }) => denier.at).values()) {
    const [{ workload, probed, denier }] = alike;
    const count = new Set(alike.map((each) => each.workload)).size;
    yield {
      code: "probe-port-blocked",
      facts: {
        ...byPlugin(known, row),
        probe: probed.probe,
        port: probed.port,
        concerned: { first: qualifiedName(workload), count },
      },
      at: denier.at,
      object: denier.policy.ref,
      related: [{ at: probed.origin, role: "probe" }],
    };
  }
}

/** Each port once: the probe that asks it first stands for the others. */
function blockedOf(cluster: Cluster, profile: Profile, workload: Workload): BlockedProbe[] {
  const pods = workload.members.filter((pod) => !isHostPod(pod));
  if (pods.length === 0) return [];
  const probes = workload.settings.flatMap((each) => each.probes);
  return [...groupBy(probes, ({ port }) => port).values()].flatMap(([probed]): BlockedProbe[] => {
    const deniers = pods.map((pod) => denierOfProbe(cluster, profile, pod, probed.port));
    const [denier] = deniers;
    const isBlocked = deniers.every((each) => each !== undefined);
    return denier !== undefined && isBlocked ? [{ workload, probed, denier }] : [];
  });
}

/** The policy that keeps a pod's own node from a port of it; undefined where it may get in. */
function denierOfProbe(
  cluster: Cluster,
  profile: Profile,
  pod: PodEndpoint,
  port: number,
): Denier | undefined {
  const [from, to] = withNode(cluster, pod);
  const traffic = trafficOf("TCP", [[port, port]]);
  const parts = flowFamilies(cluster, from, to).flatMap(
    (family) => evaluate(cluster, { from, to, family, traffic, way: DIRECT }, profile).parts,
  );
  if (parts.length === 0 || !parts.every(({ ingress }) => ingress.verdict === "denied")) return undefined;
  const leaves = parts.flatMap(({ ingress }) => ingress.leaves);
  return leaves.map(({ by }) => denierOf(by, "ingress")).find((each) => each !== undefined);
}

/** A pod and the node that it is on: whichever that is, it is the same for both. */
function withNode(cluster: Cluster, pod: PodEndpoint): readonly [NodeEndpoint, PodEndpoint] {
  const name = pod.node ?? "";
  const known = cluster.nodes.get(name);
  const node: NodeEndpoint = {
    type: "node",
    id: `node/${name}`,
    name,
    labels: known?.labels,
    addresses: known?.addresses ?? pod.hostAddresses,
    origin: known?.origin,
  };
  return [node, { ...pod, node: name }];
}
