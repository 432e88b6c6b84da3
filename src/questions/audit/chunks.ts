import { deciderKey } from "../../semantics/evaluate/decider.js";
import { isLaterNode, targetsKey, type Target } from "./targets.js";
import type { AuditDestination } from "./destinations.js";
import type { AuditStep } from "./result.js";
import type { Family } from "../../base/net/address.js";
import type { PartOutcome } from "./judge.js";
import { trafficKey, unionTraffic, type Traffic } from "../../base/net/traffic.js";
import type { Unsettled } from "../../semantics/match/unsettled.js";

/** Traffic that is sent to a part of a class at once, and comes to one thing for one reason. */
export interface Chunk {
  readonly targets: readonly Target[];
  readonly certainty: AuditDestination["certainty"];
  readonly families: readonly Family[];
  readonly isOwnNode: boolean;
  readonly traffic: Traffic;
  /** The same text for the same traffic; of what is denied it may be that of a part. */
  readonly trafficKey: string;
  readonly verdict: PartOutcome["verdict"];
  readonly reasons: readonly Unsettled[];
  readonly isByAdmin: boolean;
  readonly by: AuditStep;
  /** Everything that had a part in it. */
  readonly deciders: readonly AuditStep[];
}

/** What a chunk comes to, whatever it is sent to. */
export type Ruling = Omit<Chunk, "targets" | "certainty" | "families" | "isOwnNode">;

/** Two rulings as one, which come to one thing for one reason. */
export function together<T extends Ruling>(known: T, more: Ruling): T {
  const isDenied = known.verdict === "denied";
  const isSame = known.traffic === more.traffic || (!isDenied && known.trafficKey === more.trafficKey);
  const traffic = isSame ? known.traffic : unionTraffic(known.traffic, more.traffic);
  return {
    ...known,
    traffic,
    trafficKey: isDenied || isSame ? known.trafficKey : trafficKey(traffic),
    deciders: joined(known.deciders, more.deciders),
    reasons: joined(known.reasons, more.reasons),
  };
}

function joined<T>(known: readonly T[], more: readonly T[]): readonly T[] {
  return known === more || more.length === 0 ? known : [...new Set([...known, ...more])];
}

/**
 * Chunks without those of nodes that do not exist yet, where there are others: what a later node comes to shows only whether
 * what blocks the nodes follows them (S-AUD-4).
 */
export function ofToday(chunks: readonly Chunk[]): readonly Chunk[] {
  const isThere = chunks.some(({ certainty }) => certainty === "settled");
  return isThere ? chunks.filter((each) => !isLaterNode(each)) : chunks;
}

/**
 * True where a class is surely reached at once. Of ends that are only guessed, it takes all: the class is at one of them. Where
 * there are nodes, one that does not exist yet shows only that what blocks them does not follow the set of nodes (S-AUD-4).
 */
export function isAllowedSomewhere(chunks: readonly Chunk[]): boolean {
  const allowed = ofToday(chunks).filter(({ verdict }) => verdict === "allowed");
  if (allowed.some(({ certainty }) => certainty !== "guess")) return true;
  const guesses = chunks.filter(({ certainty }) => certainty === "guess").flatMap(({ targets }) => targets);
  const open = new Set(allowed.flatMap(({ targets }) => targets));
  return guesses.length > 0 && guesses.every((each) => open.has(each));
}

/** Equal texts for chunks of which the same is told. */
export function keyOfOpen({ verdict, trafficKey: traffic, by, isOwnNode, targets, families }: Chunk): string {
  const to = targetsKey(targets);
  const step = deciderKey(by.decider, by.direction);
  return [verdict, traffic, step, isOwnNode, ...families, to].join(" ");
}
