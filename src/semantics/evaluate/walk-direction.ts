import { askUnread } from "./refused.js";
import { candidatesOf, type CandidatesByTier } from "./candidates.js";
import { splitAll, splitRegion, type Region } from "../match/region.js";
import { splitByHostReading, splitByPodOwnership } from "../match/party.js";
import { splitByPublished, splitBySourceRanges } from "../match/rewriting.js";
import { walkIsolatingTier } from "./isolating-tier.js";
import { walkOrderedTier } from "./ordered-tier.js";
import type { Exemption, Unreachable } from "./decider.js";
import type { DecidingEntry, Entry, Leaf } from "./entry.js";
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
  if (afterBaseline.length > 0) {
    const entry: DecidingEntry = { type: "default", regions: afterBaseline };
    walk.log(entry);
    walk.decide(afterBaseline, "allowed", entry);
  }
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
    if (regions.length === 0) return;
    const entry: DecidingEntry = { type: "service", why, service: path.service, regions };
    walk.log(entry);
    walk.decide(regions, "denied", entry);
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
      return matched;
    }
    case "pod": {
      const { matched, missed } = splitRegion(region, (world) => splitByHostReading(world, subject, context));
      exempt(walk, missed, "host-network");
      return matched;
    }
  }
}

function exempt(walk: Walk, regions: readonly Region[], why: Exemption): readonly Region[] {
  if (regions.length > 0) {
    const entry: DecidingEntry = { type: "exempt", why, regions };
    walk.log(entry);
    walk.decide(regions, "allowed", entry);
  }
  return [];
}
