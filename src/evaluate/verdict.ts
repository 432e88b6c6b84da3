import { unsettledKey, type Unsettled, type World } from "../match/world.js";
import type { Leaf, Outcome } from "./entry.js";

/** The four answers. Definite is `allowed` and `denied`; neither of the others ever counts as a pass. */
export type Verdict = "allowed" | "denied" | "undefined" | "unknown";

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

/** How many pairs of possibilities are compared before a judgement says that it is not exact. */
const MAX_PAIRS = 200_000;

/**
 * Judges a set of possibilities (S-V-0): one outcome is definite. Of several, `undefined` if for some assignment of the
 * facts the sources alone leave both, else `unknown`.
 */
export function judge(possibilities: readonly Possibility[]): Judgement {
  const outcomes = [...new Set(possibilities.map(({ outcome }) => outcome))].toSorted();
  const [only] = outcomes;
  if (outcomes.length === 1 && only !== undefined)
    return { verdict: only, outcomes, reasons: [], isExact: true };
  const allowed = possibilities.filter(({ outcome }) => outcome === "allowed");
  const denied = possibilities.filter(({ outcome }) => outcome === "denied");
  if (allowed.length * denied.length > MAX_PAIRS) {
    return { verdict: "unknown", outcomes, reasons: everything(possibilities), isExact: false };
  }
  let isUndefined = false;
  const decisive = new Map<string, Unsettled>();
  let fewest: readonly Unsettled[] | undefined;
  for (const a of allowed) {
    for (const d of denied) {
      const conflicts = a.world.conflicts(d.world);
      if (conflicts.every(({ type }) => type === "choice")) isUndefined = true;
      const [single] = conflicts;
      if (conflicts.length === 1 && single !== undefined) decisive.set(unsettledKey(single), single);
      if (fewest === undefined || conflicts.length < fewest.length) fewest = conflicts;
    }
  }
  const reasons = decisive.size > 0 ? [...decisive.values()] : (fewest ?? []);
  return {
    verdict: isUndefined ? "undefined" : "unknown",
    outcomes,
    reasons: sorted(reasons),
    isExact: true,
  };
}

/** The possibilities of a flow: allowed where both of its directions allow (S-EV-3). */
export function bothDirections(egress: readonly Leaf[], ingress: readonly Leaf[]): Possibility[] {
  const possibilities: Possibility[] = [];
  for (const e of egress) {
    for (const i of ingress) {
      const world = e.region.world.intersect(i.region.world);
      if (world === undefined) continue;
      possibilities.push({
        outcome: e.outcome === "allowed" && i.outcome === "allowed" ? "allowed" : "denied",
        world,
      });
    }
  }
  return possibilities;
}

function everything(possibilities: readonly Possibility[]): Unsettled[] {
  const all = new Map<string, Unsettled>();
  for (const { world } of possibilities)
    for (const each of world.restricted) all.set(unsettledKey(each), each);
  return sorted([...all.values()]);
}

function sorted(reasons: readonly Unsettled[]): Unsettled[] {
  return [...reasons].toSorted((a, b) => (unsettledKey(a) < unsettledKey(b) ? -1 : 1));
}
