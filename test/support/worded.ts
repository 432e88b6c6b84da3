import { RULES } from "../../src/linter/rules/index.js";
import type { LintRule } from "../../src/linter/rules/rule.js";
import type { Problem, ProblemCode } from "../../src/cluster/problems/problem.js";
import type { ProblemFacts } from "../../src/cluster/problems/facts.js";
import type { Wording } from "../../src/cluster/problems/diagnostic.js";

/** A rule by its id. */
export function ruleOf<C extends ProblemCode>(id: C): LintRule<C> {
  return RULES.find((rule) => rule.id === id) as unknown as LintRule<C>;
}

/** The words of a rule for some facts, and for as much of a problem as they hang on. */
export function worded<C extends ProblemCode>(
  id: C,
  facts: ProblemFacts[C],
  problem: Partial<Problem> = {},
): Wording {
  return ruleOf(id).word(facts, problem as Problem);
}
