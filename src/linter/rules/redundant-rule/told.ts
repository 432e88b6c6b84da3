import type { Problem, ProblemOf } from "../../../cluster/problems/problem.js";
import type { RuleName } from "../../../cluster/problems/proofs.js";

type RedundantProblem = ProblemOf<"redundant-rule">;

/** Without rules beside one that is meant for addresses and allows pods: once that one is put right, they are not redundant. */
export function withoutMeantOtherwise(
  own: readonly RedundantProblem[],
  problems: readonly Problem[],
): readonly RedundantProblem[] {
  const told = new Set(
    problems.flatMap((each) =>
      each.code === "all-namespaces-not-internet" ? each.facts.rules.map(keyOf) : [],
    ),
  );
  return own.filter(({ facts: { by } }) => !by.first.some((rule) => told.has(keyOf(rule))));
}

function keyOf({ policy, direction, position }: RuleName): string {
  return JSON.stringify([policy, direction, position]);
}
