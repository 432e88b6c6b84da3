import type { Problem, ProblemOf } from "../../../cluster/problems/problem.js";

/** Without Services of which another finding says who can't reach them. */
export function withoutKnownClients(
  own: readonly ProblemOf<"closed-service">[],
  problems: readonly Problem[],
): readonly ProblemOf<"closed-service">[] {
  const told = new Set(
    problems.flatMap((each) =>
      each.code === "configured-address-blocked" || each.code === "ingress-backend-blocked"
        ? each.facts.service
        : [],
    ),
  );
  return own.filter(({ facts }) => !told.has(facts.service));
}
