import { askUnread } from "./refused.js";
import { candidatesOf, type CandidatesByTier } from "./candidates.js";
import { ALL_PORTS } from "../../base/net/port-set.js";
import { not } from "../match/split.js";
import { OTHER_TRAFFIC, trafficMeets, trafficOf, type Traffic } from "../../base/net/traffic.js";
import {
  settledRegion,
  splitAll,
  splitRegion,
  splitTraffic,
  type Region,
  type RegionSplit,
} from "../match/region.js";
import { splitByHostReading, splitByInside, splitByPodOwnership } from "../match/party.js";
import { splitByItsWay } from "../match/others.js";
import { splitByPublished, splitBySourceRanges } from "../match/rewriting.js";
import { decideByDefault, walkIsolatingTier } from "./isolating-tier.js";
import { walkOrderedTier } from "./ordered-tier.js";
import type { Exemption, Unreachable } from "./decider.js";
import type { DecidingEntry, Entry, Leaf, Outcome, RuleEntry } from "./entry.js";
import type { Walk, Walked, WalkSide } from "./walk.js";

/** What a walk has come to behind the Admin tier. */
export interface Begun {
  readonly leaves: readonly Leaf[];
  readonly entries: readonly Entry[];
  readonly open: readonly Region[];
}

/**
 * Walks one direction (S-EV-10): Admin, NetworkPolicy, Baseline, default. Each tier takes the regions that those before
 * it left open, decides some, and leaves the rest. The chain of steps is the record of this walk, not a second pass.
 * @param whole all of the traffic, in a world that restricts nothing
 * @param candidates the policies to ask, where not all of the cluster's count
 */
export function walkDirection(
  side: WalkSide,
  whole: Region,
  isLoopback: boolean,
  candidates: CandidatesByTier = candidatesOf(side.subject.endpoint, side.context),
): Walked {
  const begun = beginWalk(side, whole, isLoopback, candidates, true);
  return endWalk(side, begun, candidates, true);
}

/**
 * Walks one direction up to the end of the Admin tier.
 * @param isExplained true where the entries are to tell why something is so
 */
export function beginWalk(
  side: WalkSide,
  whole: Region,
  isLoopback: boolean,
  candidates: CandidatesByTier,
  isExplained = false,
): Begun {
  const { walk, leaves, entries } = recorded(side, candidates, isExplained);
  walk.take(1 + candidates.NetworkPolicy.policies.length);
  const led = leadThrough(walk, whole);
  const subjectTo = led.flatMap((region) => exemptRegions(walk, region, isLoopback));
  const known = askUnread(walk, subjectTo);
  return { open: walkOrderedTier(walk, "Admin", known), leaves, entries };
}

/** Walks the rest of a direction. @param begun of this subject, or of one that the Admin tier does not tell apart from it */
export function endWalk(
  side: WalkSide,
  begun: Begun,
  candidates: CandidatesByTier,
  isExplained = false,
): Walked {
  const { walk, leaves, entries } = recorded(side, candidates, isExplained, begun);
  const notIsolated = walkIsolatingTier(walk, begun.open);
  const afterBaseline = walkOrderedTier(walk, "Baseline", notIsolated);
  decideByDefault(walk, afterBaseline);
  return { leaves, entries, candidates };
}

interface Recorded {
  readonly walk: Walk;
  readonly leaves: readonly Leaf[];
  readonly entries: readonly Entry[];
}

/** A walk with the lists of what it decides and asks. */
function recorded(
  side: WalkSide,
  candidates: CandidatesByTier,
  isExplained: boolean,
  begun?: Begun,
): Recorded {
  const leaves: Leaf[] = [...(begun?.leaves ?? [])];
  const entries: Entry[] = [...(begun?.entries ?? [])];
  const { work } = side.context.cluster;
  const { weight } = side.others;
  const walk: Walk = {
    side,
    candidates,
    isExplained,
    take: (regions) => work?.take(regions * weight),
    log: (entry) => {
      if (isExplained || entry.type !== "policy") entries.push(entry);
    },
    decide: (regions, outcome, by) => {
      walk.take(regions.length);
      for (const region of regions) leaves.push({ region, outcome, by });
    },
  };
  return { walk, leaves, entries };
}

/** Denies what a Service does not lead to its backends; no policy is asked about it (S-VIP-3). */
function leadThrough(walk: Walk, region: Region): readonly Region[] {
  const { gate, context } = walk.side;
  if (gate === undefined) return [region];
  const { path, source } = gate;
  const deny = (why: Unreachable, regions: readonly Region[]): void => {
    decideAll(walk, "denied", { type: "service", why, service: path.service, regions });
  };
  const published = splitRegion(region, (world) => splitByPublished(world, path, source));
  deny("not-published", published.missed);
  const inRanges = splitAll(published.matched, (each) =>
    splitRegion(each, (world) => splitBySourceRanges(world, path, source, context)),
  );
  deny("source-ranges", inRanges.missed);
  return inRanges.matched;
}

/** Allows what no policy is asked about; returns the regions in which the subject is a pod on the pod network. */
function exemptRegions(walk: Walk, region: Region, isLoopback: boolean): readonly Region[] {
  if (isLoopback) return exempt(walk, [region], "loopback");
  const { subject, context } = walk.side;
  switch (subject.endpoint.type) {
    case "node":
      return exempt(walk, [region], "node");
    case "domain":
    case "addresses": {
      const { matched, missed } = splitRegion(region, (world) => splitByPodOwnership(world, subject));
      exempt(walk, missed, "outside");
      return unlessByPractice(walk, matched);
    }
    case "pod": {
      const { matched, missed } = splitRegion(region, (world) => splitByHostReading(world, subject, context));
      exempt(walk, missed, "host-network");
      return unlessByPractice(walk, matched);
    }
  }
}

/** Decides what an implementation asks no policy about; returns the rest. */
function unlessByPractice(walk: Walk, regions: readonly Region[]): readonly Region[] {
  const { side } = walk;
  const { readings } = side.context.profile;
  let open = regions;
  const cut = (split: (region: Region) => RegionSplit): readonly Region[] => {
    const { matched, missed } = splitAll(open, split);
    open = missed;
    return matched;
  };
  // A reading is asked for where it can decide: explain compares plugins by those that an answer has asked for.
  const has = (traffic: Traffic): boolean => open.some((region) => trafficMeets(region.traffic, traffic));
  if (has(SCTP_TRAFFIC) && !readings.sctp) {
    const dropped = cut((each) => splitTraffic(each, SCTP_TRAFFIC));
    decideAll(walk, "denied", { type: "not-carried", protocol: "SCTP", regions: dropped });
  }
  if (has(OTHER_TRAFFIC) && readings["other-protocol"] === "not-subject")
    exempt(
      walk,
      cut((each) => splitTraffic(each, OTHER_TRAFFIC)),
      "other-protocol",
    );
  if (side.isHairpin === true && readings[`hairpin-${side.direction}`] === "not-subject")
    exempt(
      walk,
      cut((each) => splitByItsWay(side.others, each)),
      "hairpin",
    );
  if (side.direction === "egress") {
    const own = open.some((region) => side.others.splitByOwnNode(region).matched.length > 0);
    if (own && !readings["own-node-entry"]) {
      const dropped = cut((each) => side.others.splitByOwnNode(each));
      decideAll(walk, "denied", { type: "own-node-closed", regions: dropped });
    }
  }
  if (isMaskedClient(side) && !readings["node-port-ingress"])
    exempt(
      walk,
      cut((each) => splitByClient(each, side)),
      "node-port",
    );
  return open;
}

/** True at a destination behind a node port or load balancer that may hide its clients behind a node (S-VIP-3). */
function isMaskedClient({ gate }: WalkSide): boolean {
  const entrance = gate?.path.entrance?.type;
  const isLetIn = entrance === "node-port" || entrance === "balancer";
  return isLetIn && gate?.path.service.keepsClientAddress === false;
}

/** Asks whether a client is outside of the cluster. */
function splitByClient(region: Region, { gate }: WalkSide): RegionSplit {
  const source = gate?.source;
  if (source === undefined) return settledRegion(region, false);
  return splitRegion(region, (world) => not(splitByInside(world, source)));
}

const SCTP_TRAFFIC = trafficOf("SCTP", ALL_PORTS);

function exempt(walk: Walk, regions: readonly Region[], why: Exemption): readonly Region[] {
  decideAll(walk, "allowed", { type: "exempt", why, regions });
  return [];
}

/** Decides the regions of an entry, and logs it if it has any. */
function decideAll(walk: Walk, outcome: Outcome, entry: Exclude<DecidingEntry, RuleEntry>): void {
  if (entry.regions.length === 0) return;
  walk.log(entry);
  walk.decide(entry.regions, outcome, entry);
}
