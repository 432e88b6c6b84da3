import {
  addressOf,
  isHostPod,
  podLabels,
  namespaceLabels,
  namedPortsOf,
  type MatchContext,
  type Party,
} from "./party.js";
import { addressesOf, labelsOfNode, splitByView } from "./peer.js";
import { intersectPorts } from "../../base/net/port-set.js";
import { splitByDialledAddress, splitByVisiblePeer } from "./rewriting.js";
import { failingLabel, type LabelMismatch } from "./label-mismatch.js";
import {
  intersectTraffic,
  isNoTraffic,
  OTHER_TRAFFIC,
  PROTOCOLS,
  subtractTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import { namespaceOf } from "./pods.js";
import { trafficOfPort } from "./ports.js";
import { isUnbuildable } from "./effect.js";
import { selectsPods } from "./rule.js";
import type { Ends } from "./others.js";
import type { Endpoint } from "../../cluster/model/endpoint.js";
import type { Origin } from "../../source/manifest/origin.js";
import type {
  AddressRange,
  Direction,
  ComparedPeer,
  NamespaceComparison,
  Peer,
  PodPeer,
  PortMatch,
  Rule,
  Tier,
} from "../../cluster/model/policy.js";
import { originFor, type Selector } from "../../cluster/model/selector.js";
import type { World } from "./world.js";

/** Which peer and which port entry of a rule matched, and the value that mattered; undefined stands for "all". */
export interface Match {
  readonly code: "matched";
  readonly peer: Peer | undefined;
  readonly port: PortMatch | undefined;
  readonly at: Origin;
}

/** The first condition of a rule that does not hold. `nearness` orders misses: the more a rule has right, the higher. */
export type Mismatch = { readonly at: Origin; readonly nearness: number } & (
  | { readonly code: "fails-closed" }
  | { readonly code: "no-peers" }
  /** The rule's text can match nothing at all. */
  | { readonly code: "matches-nothing" }
  /** The rule names pods, and the other end is no pod on the pod network. */
  | { readonly code: "not-a-pod"; readonly endpoint: Endpoint }
  | { readonly code: "namespace-name"; readonly wanted: string; readonly actual: string }
  | ({ readonly code: "namespace-label"; readonly namespace: string } & LabelMismatch)
  | ComparisonMismatch
  | ({ readonly code: "pod-label" } & LabelMismatch)
  /** `isOpen` where the input doesn't tell the address. */
  | { readonly code: "address"; readonly block: string; readonly endpoint: Endpoint; readonly isOpen?: true }
  | { readonly code: "address-excepted"; readonly block: string; readonly except: string }
  | { readonly code: "address-family"; readonly block: string }
  | { readonly code: "not-a-node"; readonly endpoint: Endpoint }
  | ({ readonly code: "node-label" } & LabelMismatch)
  | { readonly code: "domain"; readonly pattern: string }
  | { readonly code: "unbuildable-selector" }
  /** Some peer matches; none of the ports does. */
  | { readonly code: "port"; readonly port: PortMatch }
  /** Resolved on the destination; or it resolves nowhere there, since that is no pod, or no selector of pods leads to it (S-PORT-9). */
  | {
      readonly code: "port-name";
      readonly name: string;
      readonly resolvesOn: "destination" | "pods" | "selected-pods";
    }
  | { readonly code: "protocol"; readonly port: PortMatch }
  | { readonly code: "no-ports" }
  /** A rule with ports never matches protocols that have none. */
  | { readonly code: "other-protocol" }
);

/** A namespace compares otherwise with the subject's; of a comparison of labels, the first one by which it does. */
interface ComparisonMismatch {
  readonly code: "namespace-comparison";
  readonly comparison: NamespaceComparison;
  /** Undefined where the names are compared. */
  readonly label: string | undefined;
  readonly subject: string | undefined;
  readonly actual: string | undefined;
}

/** Both ends of a flow, as the rules of a tier see them. */
export interface SeenEnds extends Ends {
  readonly direction: Direction;
  readonly tier: Tier;
  readonly context: MatchContext;
}

/** Says by which peer and port a rule matches some traffic. Call it for what the rule matched. */
export function whyMatched(rule: Rule, seen: SeenEnds, traffic: Traffic, world: World): Match {
  if (rule.failsClosed !== undefined)
    return { code: "matched", peer: undefined, port: undefined, at: rule.failsClosed };
  const asItIs = matchingPeer(rule, seen, world);
  // Behind a Service the rule may see what was sent to instead, with that port.
  const { dialled } = seen.peer;
  const isDialled = asItIs === undefined && !rule.peers.all && dialled !== undefined;
  const peer = isDialled ? matchingPeer(rule, seen, world, splitByDialledAddress) : asItIs;
  const sent = isDialled ? dialled.traffic : traffic;
  const port = rule.ports.all ? undefined : matchingPort(rule.ports.items, seen, sent, world);
  return {
    code: "matched",
    peer,
    port,
    at: port?.origin ?? (peer === undefined ? rule.origin : peerOrigin(peer, seen.peer.endpoint)),
  };
}

/**
 * Says why a rule does not match some traffic: by its protocol, else by its ports, else by its nearest peer. What is named does
 * not hold whatever else does: fixed by itself in the rule, it is no mismatch any more.
 */
export function whyMissed(rule: Rule, seen: SeenEnds, traffic: Traffic, world: World): Mismatch {
  if (rule.failsClosed !== undefined)
    return { code: "fails-closed", at: rule.failsClosed, nearness: NOTHING_RIGHT };
  const peer = matchingPeer(rule, seen, world);
  const isPeer = rule.peers.all || peer !== undefined;
  const isPort = rule.ports.all || matchingPort(rule.ports.items, seen, traffic, world) !== undefined;
  const ofPorts =
    isPort && !isPeer ? undefined : whyPortsMissed(rule, traffic, () => nameLookup(peer, seen, world));
  if (isPeer && ofPorts !== undefined) return ofPorts;
  const ofPeers = whyPeersMissed(rule, seen, world);
  if (ofPorts === undefined || ofPeers.nearness === NOTHING_RIGHT) return ofPeers;
  return { ...ofPorts, nearness: ofPorts.nearness + ofPeers.nearness };
}

type PortName = Extract<Mismatch, { code: "port-name" }>;

/**
 * Where a rule's port names resolve, for what is asked: an egress rule through a CIDR, a node or a domain name finds none (S-PORT-9).
 * @param peer the one that matches
 */
function nameLookup(peer: Peer | undefined, seen: SeenEnds, world: World): PortName["resolvesOn"] {
  const views = namedPortsOf(world, seen.destination, seen.context);
  if (views.every(({ named }) => named === "none")) return "pods";
  const isFound = seen.direction === "ingress" || peer === undefined || selectsPods(peer);
  return isFound ? "destination" : "selected-pods";
}

/** Why none of a rule's peers matches: by the one with the fewest mismatches. */
function whyPeersMissed({ peers, origin }: Rule, seen: SeenEnds, world: World): Mismatch {
  if (peers.all) return { code: "no-peers", at: origin, nearness: NOTHING_RIGHT };
  const misses = peers.items.map((peer) => whyPeerMissed(peer, seen, world));
  const nearest = misses.toSorted((a, b) => b.nearness - a.nearness)[0];
  return nearest ?? { code: "no-peers", at: peers.origin, nearness: NOTHING_RIGHT };
}

/**
 * Nearness counts mismatches downwards; of as many, a protocol is nearer than a port, and that nearer than a peer. A rule that
 * can match nothing of the kind is as far as can be.
 */
const ONE = -10;
const ONLY_PROTOCOL = 2;
const ONLY_PORT = 1;
const NOTHING_RIGHT = -100;

function matchingPeer(
  { peers }: Rule,
  seen: SeenEnds,
  world: World,
  split = splitByVisiblePeer,
): Peer | undefined {
  if (peers.all) return undefined;
  const end = { ...seen, party: seen.peer };
  return peers.items.find((peer) => split(world, peer, end).yes.length > 0);
}

function matchingPort(
  items: readonly PortMatch[],
  seen: SeenEnds,
  traffic: Traffic,
  world: World,
): PortMatch | undefined {
  const views = namedPortsOf(world, seen.destination, seen.context);
  const names = (item: PortMatch): boolean =>
    views.some(({ named }) => {
      const { sure, unknown } = trafficOfPort(item, named);
      return (
        !isNoTraffic(intersectTraffic(traffic, sure)) || !isNoTraffic(intersectTraffic(traffic, unknown))
      );
    });
  return items.find(names);
}

/** The value of a peer that a person would change: a label (the one that an endpoint has), the CIDR, the name. */
export function peerOrigin(peer: Peer, endpoint?: Endpoint): Origin {
  switch (peer.type) {
    case "pods": {
      const byPods = firstOrigin(peer.pods, endpoint);
      const byNamespaces =
        peer.namespaces.own === undefined ? firstOrigin(peer.namespaces.selector) : undefined;
      return byPods ?? byNamespaces ?? peer.origin;
    }
    case "compared":
      return firstOrigin(peer.pods, endpoint) ?? peer.origin;
    case "nodes":
      return firstOrigin(peer.selector, endpoint) ?? peer.origin;
    default:
      return peer.origin;
  }
}

function firstOrigin(selector: Selector | undefined, endpoint?: Endpoint): Origin | undefined {
  const first = selector?.requirements[0];
  if (first === undefined) return selector?.origin;
  const labels = endpoint !== undefined && "labels" in endpoint ? endpoint.labels : undefined;
  return originFor(first, labels?.[first.key]) ?? selector?.origin;
}

function whyPeerMissed(peer: Peer, { peer: party, context }: SeenEnds, world: World): Mismatch {
  const { endpoint } = party;
  // What is left of such a selector says nothing about the endpoint (U-20).
  if (isUnbuildable(peer))
    return { code: "unbuildable-selector", at: peerOrigin(peer), nearness: NOTHING_RIGHT };
  switch (peer.type) {
    case "pods":
      return whyPodsMissed(peer, party, context, world);
    case "compared":
      return whyComparedMissed(peer, party, context, world);
    case "addresses": {
      const { text, block, except } = peer.block;
      if (block.family !== context.family)
        return { code: "address-family", block: text, at: peer.origin, nearness: ONE };
      const address = addressOf(party, context);
      const isIn = (range: AddressRange): boolean =>
        splitByView(world, address, addressesOf(range)).yes.length > 0;
      const mayBeIn =
        "fact" in address && !address.domain.intersect(addressesOf({ text, block, except: [] })).isEmpty;
      const isOpen = mayBeIn ? { isOpen: true as const } : {};
      if (!isIn({ text, block, except: [] }))
        return { code: "address", block: text, endpoint, ...isOpen, at: peer.origin, nearness: ONE };
      const hole = except.find((each) => isIn({ text, block: each.block, except: [] }));
      // What the block holds is excepted, or its address is not read as one that a CIDR matches.
      if (hole === undefined)
        return { code: "address", block: text, endpoint, at: peer.origin, nearness: ONE };
      return { code: "address-excepted", block: text, except: hole.text, at: hole.origin, nearness: ONE };
    }
    case "nodes": {
      const name = nodeNameOf(endpoint);
      const failing =
        name === undefined
          ? undefined
          : failingLabel(peer.selector, labelsOfNode(name, context.cluster), world);
      if (failing === undefined)
        return { code: "not-a-node", endpoint, at: peerOrigin(peer), nearness: 2 * ONE };
      return { code: "node-label", ...failing, at: failing.wanted.origin ?? peer.origin, nearness: ONE };
    }
    case "domains":
      return {
        code: "domain",
        pattern: peer.pattern,
        at: peer.origin,
        nearness: endpoint.type === "domain" ? ONE : 2 * ONE,
      };
    case "nothing":
      return { code: "matches-nothing", at: peer.origin, nearness: NOTHING_RIGHT };
  }
}

/** The node that an endpoint is, or a host pod is on. */
function nodeNameOf(endpoint: Endpoint): string | undefined {
  if (endpoint.type === "node") return endpoint.name;
  return endpoint.type === "pod" && endpoint.hostNetwork ? endpoint.node : undefined;
}

function whyPodsMissed(
  peer: PodPeer,
  { endpoint, end }: Party,
  context: MatchContext,
  world: World,
): Mismatch {
  const at = peerOrigin(peer);
  if (endpoint.type !== "pod" || isHostPod(endpoint))
    return { code: "not-a-pod", endpoint, at, nearness: 2 * ONE };
  const namespace = namespaceOf(endpoint.namespace, context.cluster);
  const { namespaces, pods } = peer;
  const failingPod = pods === undefined ? undefined : failingLabel(pods, podLabels(endpoint, end), world);
  if (namespaces.own !== undefined && namespaces.own !== endpoint.namespace) {
    const nearness = failingPod === undefined ? ONE : 2 * ONE;
    return { code: "namespace-name", wanted: namespaces.own, actual: endpoint.namespace, at, nearness };
  }
  const failing =
    namespaces.own === undefined
      ? failingLabel(namespaces.selector, namespaceLabels(namespace), world)
      : undefined;
  if (failing !== undefined) {
    const nearness = failingPod === undefined ? ONE : 2 * ONE;
    return {
      code: "namespace-label",
      namespace: endpoint.namespace,
      ...failing,
      at: failing.wanted.origin ?? at,
      nearness,
    };
  }
  if (failingPod === undefined) return { code: "unbuildable-selector", at, nearness: NOTHING_RIGHT };
  return { code: "pod-label", ...failingPod, at: failingPod.wanted.origin ?? at, nearness: ONE };
}

function whyComparedMissed(peer: ComparedPeer, party: Party, context: MatchContext, world: World): Mismatch {
  const { comparison, pods, origin } = peer;
  const { endpoint, end } = party;
  const subject = context.subject?.endpoint;
  if (endpoint.type !== "pod" || isHostPod(endpoint))
    return { code: "not-a-pod", endpoint, at: origin, nearness: 2 * ONE };
  const failingPod = pods === undefined ? undefined : failingLabel(pods, podLabels(endpoint, end), world);
  const differing =
    subject?.type === "pod"
      ? comparisonMismatch(comparison, subject.namespace, endpoint.namespace, context)
      : undefined;
  if (differing !== undefined)
    return { ...differing, at: origin, nearness: failingPod === undefined ? ONE : 2 * ONE };
  if (failingPod === undefined) return { code: "matches-nothing", at: origin, nearness: NOTHING_RIGHT };
  return { code: "pod-label", ...failingPod, at: failingPod.wanted.origin ?? origin, nearness: ONE };
}

function comparisonMismatch(
  comparison: NamespaceComparison,
  own: string,
  other: string,
  { cluster }: MatchContext,
): ComparisonMismatch | undefined {
  const code = "namespace-comparison";
  if (comparison.of === "names") {
    if ((own === other) === comparison.isSame) return undefined;
    return { code, comparison, label: undefined, subject: own, actual: other };
  }
  const [mine, theirs] = [own, other].map((name) => namespaceLabels(namespaceOf(name, cluster)).labels);
  const valuesOf = (key: string): ComparisonMismatch => {
    return { code, comparison, label: key, subject: mine?.[key], actual: theirs?.[key] };
  };
  const values = comparison.keys.map(valuesOf);
  const missing = values.find(({ subject, actual }) => subject === undefined || actual === undefined);
  const differing = values.find(({ subject, actual }) => subject !== actual);
  if (comparison.of === "same-labels") return missing ?? differing;
  return missing ?? (differing === undefined ? values[0] : undefined);
}

/** Why none of a rule's ports names some traffic: by the item with the fewest mismatches; of one with both, its protocol. */
function whyPortsMissed(
  { ports, origin }: Rule,
  traffic: Traffic,
  lookup: () => PortName["resolvesOn"],
): Mismatch {
  const [first] = ports.all ? [] : ports.items;
  if (ports.all || first === undefined) return { code: "no-ports", at: origin, nearness: NOTHING_RIGHT };
  if (isNoTraffic(subtractTraffic(traffic, OTHER_TRAFFIC)))
    return { code: "other-protocol", at: first.origin, nearness: ONE };
  const misses = ports.items.map((item) => whyPortMissed(item, traffic, lookup));
  return misses.toSorted((a, b) => b.nearness - a.nearness)[0] as Mismatch;
}

function whyPortMissed(item: PortMatch, traffic: Traffic, lookup: () => PortName["resolvesOn"]): Mismatch {
  if (item.type === "name")
    return {
      code: "port-name",
      name: item.name,
      resolvesOn: lookup(),
      at: item.origin,
      nearness: ONE + ONLY_PORT,
    };
  if (item.type === "nothing")
    return { code: "protocol", port: item, at: item.origin, nearness: NOTHING_RIGHT };
  const { protocol, first, last } = item;
  const hasProtocol = traffic[protocol].length > 0;
  const hasNumber = PROTOCOLS.some((each) => intersectPorts(traffic[each], [[first, last]]).length > 0);
  const count = (hasProtocol ? 0 : 1) + (hasNumber ? 0 : 1);
  const nearness = count * ONE + (hasProtocol ? ONLY_PORT : ONLY_PROTOCOL);
  return hasProtocol
    ? { code: "port", port: item, at: item.origin, nearness }
    : { code: "protocol", port: item, at: item.protocolOrigin, nearness };
}
