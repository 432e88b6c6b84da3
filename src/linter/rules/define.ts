import type { ProblemCode } from "../../cluster/problems/problem.js";
import type { LintRule } from "./rule.js";

/** Fixes a rule's code, so that its words see the facts of that code. */
export function defineRule<C extends ProblemCode>(rule: LintRule<C>): LintRule<C> {
  return Object.freeze(rule);
}
