import { isNoTraffic, subtractTraffic, type Traffic } from "../net/traffic.js";
import { namedPortsOf, type MatchContext, type Party } from "./party.js";
import { splitAll, splitRegion, splitTraffic, type Region, type RegionSplit } from "./region.js";
import { splitByPeer } from "./peer.js";
import { splitByReading } from "./profile.js";
import { trafficOfPort, type NamedPorts } from "./ports.js";
import { anyOf, readingOf, settled, type Split, type World } from "./world.js";
import type { Action, Peer, PortMatch, Rule, Tier } from "../model/policy.js";

/** The two ends of a flow, as a rule sees them. */
export interface Ends {
  /** The endpoint that the rule's peers are compared with. */
  readonly peer: Party;
  /** The endpoint whose ports are meant: the subject of ingress, the peer of egress (S-PORT-6). */
  readonly destination: Party;
}

/** What a rule does with a region. */
export interface RuleSplit extends RegionSplit {
  /** Matched regions in which the rule fails closed: there it denies, whatever its action (S-FC-2). */
  readonly failedClosed: readonly Region[];
}

/** What a rule does with what it matches; failing closed is denying. */
export function effectiveAction(rule: Rule): Action {
  return rule.unknownAction === undefined ? rule.action : "Deny";
}

/** The part of a region that a rule matches: by its peers, then by its ports. */
export function splitByRule(
  region: Region,
  rule: Rule,
  ends: Ends,
  tier: Tier,
  context: MatchContext,
): RuleSplit {
  if (rule.failsClosed !== undefined) return failClosed(region, rule);
  const broken = rule.peers.all ? undefined : rule.peers.items.find(isUnbuildable);
  if (broken === undefined)
    return { ...splitByPeersAndPorts(region, rule, ends, tier, context), failedClosed: [] };
  // A selector that cannot be built may match nothing or make the rule fail closed (U-20).
  const { matched, missed } = splitRegion(region, (world) => world.ask(readingOf("unbuildable-selector")));
  const closed = matched.map((each) => failClosed(each, rule));
  const open = splitAll(missed, (each) => splitByPeersAndPorts(each, rule, ends, tier, context));
  return {
    matched: open.matched,
    missed: [...closed.flatMap((split) => split.missed), ...open.missed],
    failedClosed: closed.flatMap((split) => split.failedClosed),
  };
}

/** Accept becomes nothing, Deny and Pass become "deny everything" (S-FC-1, S-FC-2). */
function failClosed(region: Region, rule: Rule): RuleSplit {
  return rule.action === "Accept"
    ? { matched: [], failedClosed: [], missed: [region] }
    : { matched: [], failedClosed: [region], missed: [] };
}

/** True for a peer with a selector that no implementation can build (V-CR-21, U-20). */
export function isUnbuildable(peer: Peer): boolean {
  switch (peer.type) {
    case "pods": {
      const inNamespaces = peer.namespaces.own === undefined && peer.namespaces.selector.unbuildable === true;
      return inNamespaces || peer.pods?.unbuildable === true;
    }
    case "nodes":
      return peer.selector.unbuildable === true;
    default:
      return false;
  }
}

/**
 * Peers and ports together. In an egress rule a port name is resolved on the destination only where a peer selects pods:
 * through a CIDR, a node or a domain name it matches nothing, whoever is behind the address (S-PORT-9).
 */
function splitByPeersAndPorts(
  region: Region,
  rule: Rule,
  ends: Ends,
  tier: Tier,
  context: MatchContext,
): RegionSplit {
  const { peers, ports } = rule;
  const namesArePeers = ends.peer === ends.destination && !ports.all && ports.items.some(isName);
  if (peers.all || !namesArePeers) return splitByBoth(region, rule, ends, tier, context);
  const [pods, others] = [true, false].map((arePods) =>
    peers.items.filter(({ type }) => (type === "pods") === arePods),
  );
  const byPods = splitByBoth(region, withPeers(rule, pods), ends, tier, context);
  const numbered: Rule = {
    ...withPeers(rule, others),
    ports: { ...ports, items: ports.items.filter((item) => !isName(item)) },
  };
  const byOthers = splitAll(byPods.missed, (each) => splitByBoth(each, numbered, ends, tier, context));
  return { matched: [...byPods.matched, ...byOthers.matched], missed: byOthers.missed };
}

function isName({ type }: PortMatch): boolean {
  return type === "name";
}

function withPeers(rule: Rule, items: readonly Peer[] = []): Rule {
  return { ...rule, peers: { all: false, items, origin: rule.origin } };
}

function splitByBoth(region: Region, rule: Rule, ends: Ends, tier: Tier, context: MatchContext): RegionSplit {
  const byPeers = splitByPeers(region, rule, ends, tier, context);
  const byPorts = splitAll(byPeers.matched, (each) => splitByPorts(each, rule, ends, context));
  return { matched: byPorts.matched, missed: [...byPeers.missed, ...byPorts.missed] };
}

function splitByPeers(
  region: Region,
  rule: Rule,
  { peer: party }: Ends,
  tier: Tier,
  context: MatchContext,
): RegionSplit {
  const { peers } = rule;
  if (peers.all) return { matched: [region], missed: [] };
  const questions = peers.items.map(
    (peer) =>
      (world: World): Split =>
        splitByUsablePeer(world, peer, rule, party, tier, context),
  );
  return splitRegion(region, (world) => anyOf(world, questions));
}

function splitByUsablePeer(
  world: World,
  peer: Peer,
  rule: Rule,
  party: Party,
  tier: Tier,
  context: MatchContext,
): Split {
  if (isUnbuildable(peer)) return settled(world, false);
  const { yes, no } = splitByPeer(world, peer, party, tier, context);
  if (peer.type !== "domains" || effectiveAction(rule) === "Accept") return { yes, no };
  // Deny or Pass by name cannot be enforced completely (U-22).
  const asked = yes.map((each) => each.ask(readingOf("deny-by-name")));
  return { yes: asked.flatMap((split) => split.yes), no: [...no, ...asked.flatMap((split) => split.no)] };
}

/** The part of a region whose traffic a rule's ports name; without ports, all of it, other protocols included. */
function splitByPorts(region: Region, { ports }: Rule, ends: Ends, context: MatchContext): RegionSplit {
  if (ports.all) {
    if (ports.emptyList === undefined) return { matched: [region], missed: [] };
    return splitRegion(region, (world) => splitByReading(world, context.profile, "empty-ports-list"));
  }
  const { items } = ports;
  if (!items.some(isName)) return splitByItems(region, items, "none", ends, context);
  const views = namedPortsOf(region.world, ends.destination, context);
  const splits = views.map(({ world, named }) =>
    splitByItems({ traffic: region.traffic, world }, items, named, ends, context),
  );
  return {
    matched: splits.flatMap((split) => split.matched),
    missed: splits.flatMap((split) => split.missed),
  };
}

function splitByItems(
  region: Region,
  items: readonly PortMatch[],
  named: NamedPorts,
  ends: Ends,
  context: MatchContext,
): RegionSplit {
  const matched: (readonly Region[])[] = [];
  let missed: readonly Region[] = [region];
  for (const item of items) {
    const split = splitAll(missed, (each) => splitByPort(each, item, named, ends, context));
    matched.push(split.matched);
    missed = split.missed;
  }
  return { matched: matched.flat(), missed };
}

function splitByPort(
  region: Region,
  item: PortMatch,
  named: NamedPorts,
  ends: Ends,
  context: MatchContext,
): RegionSplit {
  const { sure, unknown } = trafficOfPort(item, named);
  const bySure = splitTraffic(region, sure);
  if (item.type === "range" && item.emptyProtocol === true) {
    const read = splitAll(bySure.matched, (each) =>
      splitRegion(each, (world) => splitByReading(world, context.profile, "empty-protocol")),
    );
    return { matched: read.matched, missed: [...bySure.missed, ...read.missed] };
  }
  if (item.type !== "name" || isNoTraffic(unknown)) return bySure;
  const { factKey } = ends.destination;
  const isNamed = (world: World): Split =>
    world.ask({ type: "fact", code: "container-ports", pod: factKey, port: item.name });
  const maybe = splitAll(bySure.missed, (each) => splitMaybe(each, unknown, isNamed));
  return { matched: [...bySure.matched, ...maybe.matched], missed: maybe.missed };
}

/** Traffic outside of `unknown` misses; the rest matches where the answer is yes. */
function splitMaybe(region: Region, unknown: Traffic, question: (world: World) => Split): RegionSplit {
  const inside = splitTraffic(region, unknown).matched;
  const rest = { traffic: subtractTraffic(region.traffic, unknown), world: region.world };
  const asked = splitAll(inside, (each) => splitRegion(each, question));
  return {
    matched: asked.matched,
    missed: isNoTraffic(rest.traffic) ? asked.missed : [rest, ...asked.missed],
  };
}
