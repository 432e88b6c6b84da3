import type { StaleEntry } from "./baseline.js";
import type { Problem } from "../../cluster/problems/problem.js";

/**
 * What is said of entries whose findings are gone.
 * @param isDecided false for a rule that did not run, or not to its end: its findings may be there
 */
export function staleProblems(stale: readonly StaleEntry[], isDecided: (rule: string) => boolean): Problem[] {
  return stale.flatMap(({ entry: { fingerprint, at }, missing, sets }): Problem[] => {
    const { rule, object } = fingerprint;
    if (at === undefined || !isDecided(rule)) return [];
    const facts = { rule, object, missing, ...(sets === undefined ? {} : { sets }) };
    return [{ code: "stale-baseline-entry", facts, at }];
  });
}
