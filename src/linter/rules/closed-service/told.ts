import type { Problem, ProblemOf } from "../../../cluster/problems/problem.js";

/**
 * Without Services of which another finding says who can't reach them: those that are configured with one, or whose egress leads to its
 * pods.
 */
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
  const denied = new Set(
    problems.flatMap((each) =>
      each.code === "one-sided-flow" && each.facts.rule.direction === "egress"
        ? (each.flows ?? []).map(({ to }) => to)
        : [],
    ),
  );
  return own.filter(
    ({ facts, witness }) => !told.has(facts.service) && !(witness !== undefined && denied.has(witness.to)),
  );
}
