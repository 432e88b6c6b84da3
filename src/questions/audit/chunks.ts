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
  /** Of what is denied it may be a part. */
  readonly traffic: Traffic;
  /** The same text for the same traffic. */
  readonly trafficKey: string;
  readonly verdict: PartOutcome["verdict"];
  readonly reasons: readonly Unsettled[];
  readonly isByAdmin: boolean;
  readonly by: AuditStep;
  /** Everything that had a part in it, of what is not settled. */
  readonly deciders: readonly AuditStep[];
}

/** What a chunk comes to, whatever it is sent to. */
export type Ruling = Omit<Chunk, "targets" | "certainty" | "families" | "isOwnNode">;

/** Two rulings as one, which come to one thing for one reason. */
export function together<T extends Ruling>(known: T, more: Ruling): T {
  // Of what is denied nothing else is told, and of what is allowed not what else allows it.
  if (known.verdict === "denied") return known;
  const deciders = known.verdict === "allowed" ? known.deciders : joined(known.deciders, more.deciders);
  const reasons = joined(known.reasons, more.reasons);
  if (known.traffic === more.traffic || known.trafficKey === more.trafficKey) {
    if (deciders === known.deciders && reasons === known.reasons) return known;
    return { ...known, deciders, reasons };
  }
  const traffic = unionTraffic(known.traffic, more.traffic);
  return { ...known, traffic, trafficKey: trafficKey(traffic), deciders, reasons };
}

/** The first list where the other one has nothing more. */
function joined<T>(known: readonly T[], more: readonly T[]): readonly T[] {
  if (known === more || more.every((each, i) => each === known[i])) return known;
  const all = new Set([...known, ...more]);
  return all.size === known.length ? known : [...all];
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
