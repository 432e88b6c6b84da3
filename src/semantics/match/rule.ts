import {
  ALL_TRAFFIC,
  isNoTraffic,
  NO_TRAFFIC,
  subtractTraffic,
  trafficMeets,
  unionTraffic,
  type Traffic,
} from "../../base/net/traffic.js";
import type { Applicability } from "./applying.js";
import { oncePer } from "../../base/collections/once-per.js";
import { isUnbuildable } from "./effect.js";
import {
  settledRegion,
  splitAll,
  splitRegion,
  splitTraffic,
  splitWorlds,
  type Region,
  type RegionSplit,
} from "./region.js";
import { splitByReading } from "./profile.js";
import { namesAmong, trafficOfPort, type NamedPorts } from "./ports.js";
import { readingOf } from "./unsettled.js";
import type { Split, World } from "./world.js";
import type { Direction, Peer, PortMatch, Rule, Tier } from "../../cluster/model/policy.js";
import type { MatchContext } from "./party.js";
import { splitByItsWay, type DialledView, type Others, type ServiceView } from "./others.js";

/** A direction of a walk, as a rule sees it. */
export interface RuleSide {
  readonly direction: Direction;
  readonly others: Others;
  readonly context: MatchContext;
}

/** What a rule does with a region. */
export interface RuleSplit extends RegionSplit {
  /** Matched regions in which the rule fails closed: there it denies, whatever its action (S-FC-2). */
  readonly failedClosed: readonly Region[];
}

const NOWHERE: readonly Region[] = [];

/** The part of a region that a rule matches: by its peers, then by its ports. */
function splitByRule(region: Region, rule: Rule, side: RuleSide, tier: Tier): RuleSplit {
  if (rule.failsClosed !== undefined) return failClosed(region, rule, side);
  const broken = rule.peers.all ? undefined : rule.peers.items.find(isUnbuildable);
  if (broken === undefined) {
    const { matched, missed } = splitByPeersAndPorts(region, rule, side, tier);
    return { matched, missed, failedClosed: NOWHERE };
  }
  // A selector that cannot be built may match nothing or make the rule fail closed (U-20).
  const { matched, missed } = splitRegion(region, (world) => world.ask(readingOf("unbuildable-selector")));
  const closed = matched.map((each) => failClosed(each, rule, side));
  const open = splitAll(missed, (each) => splitByPeersAndPorts(each, rule, side, tier));
  return {
    matched: open.matched,
    missed: [...closed.flatMap((split) => split.missed), ...open.missed],
    failedClosed: closed.flatMap((split) => split.failedClosed),
  };
}

/**
 * The same for many regions: what the rule is by itself is looked at once.
 * @returns undefined for a region that the rule matches nothing of, where that is seen at once
 */
function splitterOf(rule: Rule, side: RuleSide, tier: Tier): (region: Region) => RuleSplit | undefined {
  const { ports } = rule;
  const isBroken = !rule.peers.all && rule.peers.items.some(isUnbuildable);
  if (ports.all || isBroken || rule.failsClosed !== undefined || side.others.dialled !== undefined)
    return (region) => splitByRule(region, rule, side, tier);
  const listed = listedTraffic(ports.items);
  // Most rules name few ports: where a region has none of them, nothing else is asked.
  return (region) =>
    trafficMeets(region.traffic, listed) ? splitByRule(region, rule, side, tier) : undefined;
}

/** What a rule does with several regions of which no two share traffic of an end. */
export interface RuleSplits {
  readonly matched: readonly Region[];
  readonly failedClosed: readonly Region[];
  /** What it misses, region by region: the list of all of them where it matches nothing. */
  readonly missed: readonly (Region | readonly Region[])[];
}

/**
 * The parts of regions that a rule matches where its policy applies. What it matches elsewhere is missed, as it was: what is cut
 * by policies that do not apply would double with each of them.
 */
export function splitEachByRule(
  regions: readonly Region[],
  rule: Rule,
  side: RuleSide,
  tier: Tier,
  applying: Applicability = "everywhere",
): RuleSplits {
  const split = splitterOf(rule, side, tier);
  const matched: Region[] = [];
  const failedClosed: Region[] = [];
  const missed: (Region | readonly Region[])[] = [];
  let isTouched = false;
  for (const region of regions) {
    const parts = applying === "everywhere" ? split(region) : splitWhere(region, split, applying);
    if (parts === undefined) {
      missed.push(region);
      continue;
    }
    for (const each of parts.matched) matched.push(each);
    for (const each of parts.failedClosed) failedClosed.push(each);
    const [only] = parts.missed;
    if (parts.missed.length === 1 && only === region) missed.push(region);
    else {
      isTouched = true;
      missed.push(parts.missed);
    }
  }
  // Most rules match nothing in most walks, and each of them is kept.
  return {
    matched: matched.length === 0 ? NOWHERE : matched,
    failedClosed: failedClosed.length === 0 ? NOWHERE : failedClosed,
    missed: isTouched ? missed : regions,
  };
}

/** @returns undefined where the rule matches nothing of a region in which its policy applies */
function splitWhere(
  region: Region,
  split: (region: Region) => RuleSplit | undefined,
  applying: Exclude<Applicability, "everywhere">,
): RuleSplit | undefined {
  if (applying(region.world).yes.length === 0) return undefined;
  const parts = split(region);
  if (parts === undefined) return undefined;
  const takes = splitWorlds(parts.matched, applying);
  const closes = splitWorlds(parts.failedClosed, applying);
  const cutInVain = takes.missed.length + closes.missed.length;
  if (cutInVain > 0 && takes.matched.length + closes.matched.length === 0) return undefined;
  return {
    matched: takes.matched,
    failedClosed: closes.matched,
    missed: cutInVain === 0 ? parts.missed : [...parts.missed, ...takes.missed, ...closes.missed],
  };
}

/** Accept becomes nothing, Deny and Pass become "deny everything" (S-FC-1, S-FC-2); to some implementations Pass is nothing too. */
function failClosed(region: Region, { action }: Rule, { context }: RuleSide): RuleSplit {
  const denies = action === "Deny" || (action === "Pass" && context.profile.readings["closed-pass-denies"]);
  return denies
    ? { matched: [], failedClosed: [region], missed: [] }
    : { matched: [], failedClosed: [], missed: [region] };
}

/**
 * Peers and ports together. Behind a Service a rule is asked twice: about the backend, and where it may see what the client
 * has sent to instead, about that with its port (S-VIP-1).
 */
function splitByPeersAndPorts(region: Region, rule: Rule, side: RuleSide, tier: Tier): RegionSplit {
  const { dialled } = side.others;
  if (dialled === undefined) return splitAsItIs(region, rule, side, tier);
  const { peers } = rule;
  if (dialled.service !== undefined) return splitAsSentTo(region, rule, dialled.service);
  if (peers.all) {
    const { matched, missed } = splitByItsWay(side.others, region);
    const staying = splitAll(matched, (each) => splitByPorts(each, rule, side));
    const leaving = splitAll(missed, (each) => splitByDialledPorts(each, rule, side, dialled));
    return {
      matched: [...staying.matched, ...leaving.matched],
      missed: [...staying.missed, ...leaving.missed],
    };
  }
  const asItIs = splitAsItIs(region, rule, side, tier);
  const byPeers = splitAll(asItIs.missed, (each) => dialled.splitByPeers(each, peers.items, rule, tier));
  const byPorts = splitAll(byPeers.matched, (each) => splitByDialledPorts(each, rule, side, dialled));
  return {
    matched: [...asItIs.matched, ...byPorts.matched],
    missed: [...byPeers.missed, ...byPorts.missed],
  };
}

/** A rule that sees a Service alone: its ports are those of the pods, which the Service has to have as well. */
function splitAsSentTo(region: Region, { peers, ports }: Rule, service: ServiceView): RegionSplit {
  const { protocol, target, port } = service.port;
  const isMeant = (item: PortMatch): boolean => {
    switch (item.type) {
      case "range":
        return (
          item.protocol === protocol &&
          typeof target === "number" &&
          (target === port || !service.needsSamePort) &&
          item.first <= target &&
          target <= item.last
        );
      case "name":
        return (item.protocol ?? protocol) === protocol && target === item.name;
      case "nothing":
        return false;
    }
  };
  if (!ports.all && !ports.items.some(isMeant)) return settledRegion(region, false);
  return peers.all ? settledRegion(region, true) : service.splitByPeers(region, peers.items);
}

/** The ports of a rule, compared with the one that was sent to: no name resolves there (S-PORT-9). */
function splitByDialledPorts(
  region: Region,
  rule: Rule,
  side: RuleSide,
  { traffic }: DialledView,
): RegionSplit {
  const seen = splitByPorts({ ...region, traffic }, withoutNames(rule), side);
  const sent = (each: Region): Region => ({ ...each, traffic: region.traffic });
  return { matched: seen.matched.map(sent), missed: seen.missed.map(sent) };
}

/** The same rule for the same one, so that answers can hang on it. */
const withoutNames = oncePer((rule: Rule): Rule => {
  const { ports } = rule;
  if (ports.all) return rule;
  return { ...rule, ports: { ...ports, items: ports.items.filter((item) => !isName(item)) } };
});

/**
 * In an egress rule a port name is resolved on the destination only where a peer selects pods: through a CIDR, a node or a
 * domain name it matches nothing, whoever is behind the address (S-PORT-9).
 */
function splitAsItIs(region: Region, rule: Rule, side: RuleSide, tier: Tier): RegionSplit {
  const { peers, ports } = rule;
  if (peers.all) return splitByPorts(region, rule, side);
  const namesArePeers = side.direction === "egress" && !ports.all && ports.items.some(isName);
  if (!namesArePeers) return splitByBoth(region, peers.items, rule, side, tier);
  const { pods, others } = byKind(peers.items);
  const byPods = splitByBoth(region, pods, rule, side, tier);
  const byOthers = splitAll(byPods.missed, (each) =>
    splitByBoth(each, others, withoutNames(rule), side, tier),
  );
  return { matched: [...byPods.matched, ...byOthers.matched], missed: byOthers.missed };
}

/** Peers that select pods, and all others. The same lists for the same peers, so that answers can hang on them. */
function byKind(peers: readonly Peer[]): {
  readonly pods: readonly Peer[];
  readonly others: readonly Peer[];
} {
  const known = BY_KIND.get(peers);
  if (known !== undefined) return known;
  const cut = {
    pods: peers.filter(selectsPods),
    others: peers.filter((peer) => !selectsPods(peer)),
  };
  BY_KIND.set(peers, cut);
  return cut;
}

/** True for a peer that selects pods by labels: through others no port name resolves in an egress rule (S-PORT-9). */
export function selectsPods({ type }: Peer): boolean {
  return type === "pods" || type === "compared";
}

const BY_KIND = new WeakMap<readonly Peer[], ReturnType<typeof byKind>>();

function isName({ type }: PortMatch): boolean {
  return type === "name";
}

/** All that some entries name; where one is a name, that may be any port. */
const listedTraffic = oncePer((items: readonly PortMatch[]): Traffic =>
  items.some(isName)
    ? ALL_TRAFFIC
    : items.map((item) => trafficOfPort(item, "none").sure).reduce(unionTraffic, NO_TRAFFIC),
);

function splitByBoth(
  region: Region,
  peers: readonly Peer[],
  rule: Rule,
  side: RuleSide,
  tier: Tier,
): RegionSplit {
  // Most rules name few ports: where a region has none of them, the peers are not asked.
  if (!rule.ports.all && !trafficMeets(region.traffic, listedTraffic(rule.ports.items)))
    return settledRegion(region, false);
  const byPeers = side.others.splitByPeers(region, peers, rule, tier);
  const byPorts = splitAll(byPeers.matched, (each) => splitByPorts(each, rule, side));
  return { matched: byPorts.matched, missed: [...byPeers.missed, ...byPorts.missed] };
}

/** The part of a region whose traffic a rule's ports name; without ports, all of it, other protocols included. */
function splitByPorts(region: Region, { ports }: Rule, side: RuleSide): RegionSplit {
  if (ports.all) {
    if (ports.emptyList === undefined) return settledRegion(region, true);
    return splitRegion(region, (world) => splitByReading(world, side.context.profile, "empty-ports-list"));
  }
  const { items } = ports;
  if (!items.some(isName)) return splitByItems(region, items, "none", side);
  const matched: Region[] = [];
  const missed: Region[] = [];
  for (const { region: each, named } of side.others.splitByNamedPorts(region, namesAmong(items))) {
    const split = splitByItems(each, items, named, side);
    for (const part of split.matched) matched.push(part);
    for (const part of split.missed) missed.push(part);
  }
  return { matched, missed };
}

function splitByItems(
  region: Region,
  items: readonly PortMatch[],
  named: NamedPorts,
  side: RuleSide,
): RegionSplit {
  const [only] = items;
  if (only !== undefined && items.length === 1) return splitByPort(region, only, named, side);
  const matched: Region[] = [];
  let missed: readonly Region[] = [region];
  for (const item of items) {
    const split = splitAll(missed, (each) => splitByPort(each, item, named, side));
    for (const part of split.matched) matched.push(part);
    missed = split.missed;
  }
  return { matched, missed };
}

function splitByPort(
  region: Region,
  item: PortMatch,
  named: NamedPorts,
  { others, context }: RuleSide,
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
  const isNamed = (world: World): Split =>
    world.ask({ type: "fact", code: "container-ports", pod: others.destination, port: item.name });
  const maybe = splitAll(bySure.missed, (each) => splitMaybe(each, unknown, isNamed));
  return { matched: [...bySure.matched, ...maybe.matched], missed: maybe.missed };
}

/** Traffic outside of `unknown` misses; the rest matches where the answer is yes. */
function splitMaybe(region: Region, unknown: Traffic, question: (world: World) => Split): RegionSplit {
  const inside = splitTraffic(region, unknown).matched;
  const rest = { ...region, traffic: subtractTraffic(region.traffic, unknown) };
  const asked = splitAll(inside, (each) => splitRegion(each, question));
  return {
    matched: asked.matched,
    missed: isNoTraffic(rest.traffic) ? asked.missed : [rest, ...asked.missed],
  };
}
