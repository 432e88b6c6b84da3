import type { Problem } from "../../../cluster/problems/problem.js";

/** Policies whose selectors a kustomization has changed, as findings name them: what they come to says nothing of what is written. */
export function policiesWithReplaced(problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(
    problems.flatMap((each) => (each.code === "selector-label-replaced" ? each.facts.policies.first : [])),
  );
}
