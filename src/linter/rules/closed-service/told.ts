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
  const asked = new Set(problems.flatMap(flowsOfClients));
  return own.filter(
    ({ facts, witness }) =>
      !told.has(facts.service) &&
      !(witness !== undefined && asked.has(endOf(witness.to, facts.protocol, facts.port))),
  );
}

/** The pods to which rules allow egress in vain, with the ports. */
function flowsOfClients(problem: Problem): readonly string[] {
  if (problem.code !== "one-sided-flow" || problem.facts.rule.direction !== "egress") return [];
  return (problem.flows ?? []).map(({ to, protocol, port }) => endOf(to, protocol, port));
}

function endOf(to: string, protocol: string, port: number | undefined): string {
  return JSON.stringify([to, protocol, port]);
}
