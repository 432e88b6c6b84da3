import { CutRules, type RuleCell } from "./cells.js";
import { classesOf } from "../../semantics/reach/classes.js";
import { DIRECTIONS } from "../../cluster/model/policy.js";
import { Distinctions } from "../../semantics/reach/distinctions.js";
import { endsOf } from "../../semantics/reach/ends.js";
import { futurePods } from "../expect/future-pods.js";
import { isSubject } from "../../semantics/reach/walk-subject.js";
import { judgeExpectation, sidesOf, type Trying } from "../expect/judge.js";
import { LimitReached } from "../../base/limits/work.js";
import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { Reach } from "../../semantics/reach/reach.js";
import { relevantPolicies } from "../../semantics/evaluate/candidates.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import { testsThatHold, type Expectation, type PolicyTest } from "../expect/test-file.js";
import type { Profile } from "../../semantics/match/profile.js";

/**
 * What tests make of a cell: it decides one of their flows; it would if it were the only one; it matches none of them; or it
 * decides nothing at all, for what comes before it takes everything. Of NetworkPolicies that allow the same, each decides.
 */
export const CELL_STATES = ["decided", "matched", "missed", "cannot-decide"] as const;

/** One of {@link CELL_STATES}. */
export type CellState = (typeof CELL_STATES)[number];

/** A cell with what tests make of it. */
export interface CoveredCell {
  readonly cell: RuleCell;
  readonly state: CellState;
  /** The names of the tests that it decides. */
  readonly tests: readonly string[];
}

/** What tests make of the rules of a cluster. */
export interface TestedCells {
  readonly cells: readonly CoveredCell[];
  /** False where a limit has ended it: a cell that is said to be missed may be more. */
  readonly isWhole: boolean;
}

/** Finds which cells of the policies decide some flow that tests ask about; what only a test with a todo asks counts as not asked. */
export function coverTests(
  cluster: Cluster,
  all: readonly PolicyTest[],
  { profile, namespace }: Pick<Trying, "profile" | "namespace">,
): TestedCells {
  // Before any cell is known, nothing can be said of one.
  const cut = orAtLimit(
    () => new CutRules(cluster),
    () => undefined,
  );
  if (cut === undefined) return { cells: [], isWhole: false };
  const tests = testsThatHold(all);
  const decided = decidedCells(cut, tests, { profile, namespace });
  const matched = new Set<RuleCell>();
  let able: ReadonlySet<RuleCell> | undefined;
  let isWhole = true;
  try {
    for (const cell of cut.cells)
      if (!decided.has(cell) && isMatched(cell, cut, tests, { profile, namespace })) matched.add(cell);
    if (decided.size < cut.cells.length) able = decidingCells(cut, profile);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    isWhole = false;
  }
  const stateOf = (cell: RuleCell): CellState => {
    if (decided.has(cell)) return "decided";
    if (able !== undefined && !able.has(cell)) return "cannot-decide";
    return matched.has(cell) ? "matched" : "missed";
  };
  const cells = cut.cells.map((cell) => ({
    cell,
    state: stateOf(cell),
    tests: [...(decided.get(cell) ?? [])],
  }));
  return { cells, isWhole: isWhole && cluster.work?.limit === undefined };
}

/** The cells that decide a flow of some test, with the names of those tests. */
function decidedCells(
  cut: CutRules,
  tests: readonly PolicyTest[],
  how: Pick<Trying, "profile" | "namespace">,
): ReadonlyMap<RuleCell, ReadonlySet<string>> {
  const decided = new Map<RuleCell, Set<string>>();
  for (const { name, expectations } of tests) {
    const onDecided: Trying["onDecided"] = (decider, direction) => {
      for (const cell of cut.cellsOf(decider, direction)) {
        const names = decided.get(cell) ?? new Set();
        decided.set(cell, names.add(name));
      }
    };
    for (const each of expectations) judgeExpectation(cut.cluster, each, { ...how, onDecided });
  }
  return decided;
}

/** True where a cell decides a flow of some test if it is the only policy. */
function isMatched(
  cell: RuleCell,
  cut: CutRules,
  tests: readonly PolicyTest[],
  how: Pick<Trying, "profile" | "namespace">,
): boolean {
  const alone = cut.alone(cell);
  let isMet = false;
  const onDecided: Trying["onDecided"] = (decider, direction) => {
    if (cut.cellsOf(decider, direction).includes(cell)) isMet = true;
  };
  for (const expectation of tests.flatMap(({ expectations }) => expectations)) {
    if (!maySelect(cell, alone, expectation, how)) continue;
    judgeExpectation(alone, { ...expectation, by: undefined }, { ...how, onDecided });
    if (isMet) return true;
  }
  return false;
}

/** False where the one policy of a cluster selects no end of an expectation that it would have to. */
function maySelect(
  { direction }: RuleCell,
  alone: Cluster,
  expectation: Expectation,
  how: Pick<Trying, "namespace">,
): boolean {
  const sides = sidesOf(alone, expectation, how);
  if (!sides.ok) return false;
  const { isOpen, ends } = direction === "egress" ? sides.value.from : sides.value.to;
  const endpoints = ends.flatMap(({ resolved }) => resolved.endpoints);
  return isOpen || relevantPolicies(alone, endpoints).size > 0;
}

/** The cells that decide, or pass on, some flow between ends of the cluster, future pods and addresses included. */
function decidingCells(cut: CutRules, profile: Profile): ReadonlySet<RuleCell> {
  const { cluster } = cut;
  const distinctions = new Distinctions(cluster);
  const future = futurePods(cluster, [], "from").map(({ pod }) => ({ endpoint: pod }));
  const ends = [...endsOf(cluster, distinctions), ...future];
  const reach = new Reach(cluster, profile, classesOf(cluster, ends, distinctions));
  const found = new Set<RuleCell>();
  for (const subject of reach.classes.filter(isSubject)) {
    for (const family of subject.families) {
      for (const direction of DIRECTIONS) {
        const { entries, leaves } = reach.walk(direction, subject.index, family);
        cluster.work?.take(entries.length + leaves.length);
        for (const entry of entries)
          if (entry.type === "rule" && entry.matched.length + entry.failedClosed.length > 0)
            for (const cell of cut.cellsOf(entry, direction)) found.add(cell);
        for (const { by } of leaves) for (const cell of cut.cellsOf(by, direction)) found.add(cell);
      }
    }
  }
  return found;
}
