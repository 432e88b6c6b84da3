import { groupBy } from "../base/collections/group-by.js";
import { isFixable } from "../cluster/problems/fixable.js";
import { LEVELS, type Diagnostic, type Level } from "../cluster/problems/diagnostic.js";

/** How often a rule has findings of one level. */
export interface RuleCount {
  readonly rule: string;
  readonly level: Level;
  readonly count: number;
  /** How many of them have a fix. */
  readonly fixable: number;
}

/** Findings by rule and level: worst level first, then those that are most, then by id. */
export function ruleCounts(diagnostics: readonly Diagnostic[]): RuleCount[] {
  const groups = groupBy(diagnostics, ({ rule, level }) => `${rule} ${level}`);
  const counts = [...groups.values()].map((alike) => {
    const [first] = alike;
    const fixable = alike.filter(({ problem }) => isFixable(problem)).length;
    return { rule: first.rule, level: first.level, count: alike.length, fixable };
  });
  return counts.toSorted(
    (a, b) =>
      LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || b.count - a.count || (a.rule < b.rule ? -1 : 1),
  );
}

/** A line for each rule: `12  error    invalid-port-range`, with what can be fixed. */
export function* statisticsLines(diagnostics: readonly Diagnostic[]): Generator<string> {
  const counts = ruleCounts(diagnostics);
  const width = Math.max(0, ...counts.map(({ count }) => String(count).length));
  for (const { rule, level, count, fixable } of counts) {
    const fixes = fixable === 0 ? "" : ` (${fixable === count ? "" : `${fixable} `}fixable with --fix)`;
    yield `${String(count).padStart(width)}  ${level.padEnd("warning".length)}  ${rule}${fixes}`;
  }
}
