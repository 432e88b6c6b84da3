import type { BaselineEntry } from "./baseline.js";
import type { Problem } from "../../cluster/problems/problem.js";

/**
 * What is said of entries whose findings are gone.
 * @param isDecided false for a rule that did not run, or not to its end: its findings may be there
 */
export function staleProblems(
  stale: readonly { readonly entry: BaselineEntry; readonly missing: number }[],
  isDecided: (rule: string) => boolean,
): Problem[] {
  return stale.flatMap(({ entry: { fingerprint, at }, missing }): Problem[] => {
    const { rule, object } = fingerprint;
    if (at === undefined || !isDecided(rule)) return [];
    return [{ code: "stale-baseline-entry", facts: { rule, object, missing }, at }];
  });
}
