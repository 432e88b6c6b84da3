import { possibleWorld } from "../match/dns-answers.js";
import { joinWorlds, type World } from "../match/world.js";
import { unsettledKey, type Unsettled } from "../match/unsettled.js";
import type { Leaf, Outcome } from "./entry.js";
import type { Verdict } from "../../cluster/model/verdict.js";

/** What something comes to in one world. */
export interface Possibility {
  readonly outcome: Outcome;
  readonly world: World;
}

/** A verdict with every outcome behind it, and what it hangs on. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Sorted. */
  readonly outcomes: readonly Outcome[];
  /** The points that change the outcome; empty for a definite verdict. */
  readonly reasons: readonly Unsettled[];
  /** False where there were too many possibilities to compare: an `unknown` may then be definite (S-V-0). */
  readonly isExact: boolean;
}

/**
 * Judges a set of possibilities that exclude each other (S-V-0): one outcome is definite. Of several, `undefined` if for some
 * assignment of the facts the sources alone leave both, else `unknown`.
 */
export function judge(possibilities: readonly Possibility[]): Judgement {
  return judgeWorlds(worldOf(possibilities, "allowed"), worldOf(possibilities, "denied"));
}

/** What one direction by itself comes to. */
export function judgeLeaves(leaves: readonly Leaf[]): Judgement {
  const { allowed, denied } = eachOutcome(leaves);
  return judgeWorlds(allowed, denied);
}

/** @param anyAllowed where something is allowed, and where it is denied */
function judgeWorlds(anyAllowed: World | undefined, anyDenied: World | undefined): Judgement {
  const met = [anyAllowed, anyDenied].flatMap((each) => each ?? []);
  const allowed = anyAllowed && possibleWorld(anyAllowed, ...met);
  const denied = anyDenied && possibleWorld(anyDenied, ...met);
  if (allowed === undefined || denied === undefined) {
    const only = allowed === undefined ? "denied" : "allowed";
    return { verdict: only, outcomes: met.length === 0 ? [] : [only], reasons: [], isExact: true };
  }
  const outcomes = ["allowed", "denied"] as const;
  const isUndefined = allowed.withoutChoices().intersect(denied.withoutChoices()) !== undefined;
  return {
    verdict: isUndefined ? "undefined" : "unknown",
    outcomes,
    reasons: sorted(allowed.conflicts(denied)),
    isExact: true,
  };
}

/** Where some possibilities come to an outcome; undefined where none does. */
function worldOf(possibilities: readonly Possibility[], outcome: Outcome): World | undefined {
  const worlds = possibilities.flatMap((each) => (each.outcome === outcome ? [each.world] : []));
  return joinWorlds(worlds)[0];
}

/** The possibilities of a flow: allowed where both of its directions allow (S-EV-3). */
export function bothDirections(egress: readonly Leaf[], ingress: readonly Leaf[]): Possibility[] {
  const [e, i] = [egress, ingress].map(eachOutcome) as [EachOutcome, EachOutcome];
  return [
    ...shared("allowed", e.allowed, i.allowed),
    ...shared("denied", e.denied, i.any),
    ...shared("denied", e.any, i.denied),
  ];
}

/** Where a direction comes to each outcome. */
interface EachOutcome {
  readonly allowed: World | undefined;
  readonly denied: World | undefined;
  readonly any: World | undefined;
}

const OUTCOMES = new WeakMap<readonly Leaf[], EachOutcome>();

/** The leaves of a part of a walk meet those of many others: what they come to is put together once. */
function eachOutcome(leaves: readonly Leaf[]): EachOutcome {
  const known = OUTCOMES.get(leaves);
  if (known !== undefined) return known;
  const outcomes = outcomesOf(leaves);
  OUTCOMES.set(leaves, outcomes);
  return outcomes;
}

function outcomesOf(leaves: readonly Leaf[]): EachOutcome {
  const all = leaves.map(possibilityOf);
  const [allowed, denied] = [worldOf(all, "allowed"), worldOf(all, "denied")];
  // Two worlds are put together, not those of all leaves once more.
  const [any] = joinWorlds([allowed, denied].flatMap((each) => each ?? []));
  return { allowed, denied, any };
}

function shared(outcome: Outcome, egress: World | undefined, ingress: World | undefined): Possibility[] {
  const world = egress === undefined ? undefined : ingress && egress.intersect(ingress);
  return world === undefined ? [] : [{ outcome, world }];
}

/** A leaf as what one direction by itself can come to. */
export function possibilityOf({ outcome, region }: Leaf): Possibility {
  return { outcome, world: region.world };
}

function sorted(reasons: readonly Unsettled[]): Unsettled[] {
  return [...reasons].toSorted((a, b) => (unsettledKey(a) < unsettledKey(b) ? -1 : 1));
}
