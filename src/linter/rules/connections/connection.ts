import { DIRECT, type Flow } from "../../../semantics/evaluate/flow.js";
import { denialOf, evaluateDirection, type Denial } from "../../../semantics/evaluate/evaluate.js";
import { formatAddress, type Family } from "../../../base/net/address.js";
import { flowFamilies, isOnHostNetwork, nodeOf, type Endpoint } from "../../../cluster/model/endpoint.js";
import { mayBeDecidedByForeignAt } from "../isolation/foreign.js";
import { oncePer, oncePerAsked } from "../../../base/collections/once-per.js";
import { denierOf, type Denier } from "./denier.js";
import { flowsOf } from "../flows/subjects.js";
import { profileOfCluster } from "../../../semantics/plugins/profile-of.js";
import { trafficOf } from "../../../base/net/traffic.js";
import { ANY_ADDRESS, ANYBODY, UNKNOWN_SOURCES } from "./unknown-source.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Direction } from "../../../cluster/model/policy.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Leaf } from "../../../semantics/evaluate/entry.js";
import type { Listening } from "../../../cluster/model/services.js";

/** Connections on one port that are denied, whatever is unsettled. */
export interface DeniedConnection {
  readonly from: Endpoint;
  readonly to: Endpoint;
  /** The side that denies: the destination's, if it does. */
  readonly side: Direction;
  /** The policy that denies; undefined where it is none by itself. */
  readonly denier: Denier | undefined;
  /** What denies on that side, over the first family that both ends have. */
  readonly leaves: readonly Leaf[];
  readonly flow: Flow;
  readonly witness: FlowWitness;
}

/**
 * What denies connections from each of some ends to each of others over all families that they share; undefined where
 * one gets through, or may, or nothing can be said of it. The first one stands for them.
 */
export function deniedConnection(
  cluster: Cluster,
  sources: readonly Endpoint[],
  destinations: readonly Endpoint[],
  listening: Listening,
): DeniedConnection | undefined {
  let first: DeniedConnection | undefined;
  for (const to of distinctDestinations(cluster, destinations, sources)) {
    for (const from of distinctSources(cluster, sources, to)) {
      const denied = deniedBetween(cluster, from, to, listening);
      if (denied === undefined) return undefined;
      first ??= denied;
    }
  }
  return first;
}

/** One of each kind of destinations that nothing tells apart; their nodes do, where a source is on a node's network. */
function distinctDestinations(
  cluster: Cluster,
  destinations: readonly Endpoint[],
  sources: readonly Endpoint[],
): Iterable<Endpoint> {
  const byNode = [...sources, ...destinations].some(isOnHostNetwork);
  return new Map(
    destinations.map((to) => [`${classKey(cluster, to)} ${byNode ? (nodeOf(to) ?? "") : ""}`, to]),
  ).values();
}

/** One of each kind of sources that nothing tells apart; those on the destination's node are a kind of their own. */
function distinctSources(cluster: Cluster, sources: readonly Endpoint[], to: Endpoint): Iterable<Endpoint> {
  const node = nodeOf(to);
  return new Map(
    sources.map((from) => [
      `${classKey(cluster, from)} ${node !== undefined && nodeOf(from) === node}`,
      from,
    ]),
  ).values();
}

/** Equal for ends that no policy tells apart. */
function classKey(cluster: Cluster, end: Endpoint): string {
  const of = classesByPod(cluster).get(end.id);
  return of === undefined ? `${end.id} ${addressText(end)}` : String(of);
}

const classesByPod = oncePer((cluster: Cluster): ReadonlyMap<string, number> => {
  const classes = new Map<string, number>();
  for (const { members, index, toName, isOwnNode } of flowsOf(cluster).reach.classes) {
    if (toName !== undefined || isOwnNode) continue;
    for (const { endpoint } of members) if (endpoint.type === "pod") classes.set(endpoint.id, index);
  }
  return classes;
});

function addressText(end: Endpoint): string {
  return end.type === "node" ? end.addresses.map(formatAddress).join() : "";
}

/** What denies a connection between two ends; several rules ask the same. */
const deniedBetween = oncePerAsked(
  (from: Endpoint, to: Endpoint, { protocol, port }: Listening) =>
    [from.id, addressText(from), to.id, addressText(to), protocol, port].join(" "),
  (
    cluster: Cluster,
    from: Endpoint,
    to: Endpoint,
    { protocol, port }: Listening,
  ): DeniedConnection | undefined => {
    // A pod reaches itself.
    if (from.id === to.id) return undefined;
    // Anybody may be no pod, of which no policy about egress is asked: most connections get through from there.
    if (from === ANYBODY && deniedBetween(cluster, ANY_ADDRESS, to, { protocol, port }) === undefined)
      return undefined;
    return denialBetween(cluster, from, to, { protocol, port });
  },
);

/** What denies a connection from a pod of a template to another one of the same, which is not itself. */
export function deniedToReplica(
  cluster: Cluster,
  pod: Endpoint,
  listening: Listening,
): DeniedConnection | undefined {
  return denialBetween(cluster, pod, pod, listening);
}

function denialBetween(
  cluster: Cluster,
  from: Endpoint,
  to: Endpoint,
  { protocol, port }: Listening,
): DeniedConnection | undefined {
  const traffic = trafficOf(protocol, [[port, port]]);
  const profile = profileOfCluster(cluster);
  const flows = flowFamilies(cluster, from, to).map((family): Flow => ({
    from,
    to,
    family,
    traffic,
    way: DIRECT,
  }));
  const denials = flows.map((flow) => denialOf(cluster, flow, profile));
  const [flow] = flows;
  const [denial] = denials;
  if (flow === undefined || denial === undefined || denials.includes(undefined)) return undefined;
  if (mayBeDecidedByForeignAt(cluster, denial.side === "ingress" ? to : from)) return undefined;
  const { family } = flow;
  const { side, leaves } = denial;
  const witness = {
    from: typed(from, family),
    to: typed(to, family),
    protocol,
    port,
    verdict: "denied",
  } as const;
  return { from, to, side, denier: denierOn(denial), leaves, flow, witness };
}

/**
 * What denies a connection at its source, where its destination denies it too: then both have to let it through. Undefined where egress
 * of any family that both ends share is allowed, or may be.
 */
export function egressDenierOf(
  cluster: Cluster,
  { side, flow, from, to }: DeniedConnection,
): Denier | undefined {
  if (side === "egress" || mayBeDecidedByForeignAt(cluster, from)) return undefined;
  const profile = profileOfCluster(cluster);
  const decisions = flowFamilies(cluster, from, to).map((family) =>
    evaluateDirection(cluster, { ...flow, family }, profile, "egress"),
  );
  const [first] = decisions;
  if (first === undefined || decisions.some(({ verdict }) => verdict !== "denied")) return undefined;
  return denierOn({ side: "egress", leaves: first.leaves });
}

function denierOn({ side, leaves }: Denial): Denier | undefined {
  const denying = leaves.filter(({ outcome }) => outcome === "denied");
  return denying.map(({ by }) => denierOf(by, side)).find((each) => each !== undefined);
}

/** How an end is typed; of an address that is not known, one that is as good as any other. */
function typed(end: Endpoint, family: Family): string {
  switch (end.type) {
    case "pod":
      return end.kind === "hypothetical pod" ? `${end.namespace}/${end.name}` : end.id;
    case "node": {
      const address = end.addresses.find((each) => each.family === family);
      return address === undefined ? end.id : formatAddress(address);
    }
    case "addresses":
      return end.name;
    case "domain":
      return UNKNOWN_SOURCES[family];
  }
}
