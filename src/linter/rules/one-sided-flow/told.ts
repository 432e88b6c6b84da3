import { kindAndName } from "../../../cluster/model/object-ref.js";
import { policiesWithReplaced } from "../selector-label-replaced/policies.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Problem, ProblemOf } from "../../../cluster/problems/problem.js";

type OneSidedProblem = ProblemOf<"one-sided-flow">;

/**
 * Without rules that open in vain what pods are configured with: another finding says that. Then it is certain which of the two
 * sides is to be changed, and one edit mends both.
 */
export function withoutConfigured(
  own: readonly OneSidedProblem[],
  problems: readonly Problem[],
): readonly OneSidedProblem[] {
  const told = new Set(
    problems.flatMap(({ code, object, witness }) =>
      code === "configured-address-blocked" && object !== undefined && witness !== undefined
        ? [flowKey(kindAndName(object), witness)]
        : [],
    ),
  );
  const replaced = policiesWithReplaced(problems);
  // A finding about several peers or rules is about more than one flow.
  return own.filter(({ witness, facts: { rule, peers, morePeers, others, deniedBy } }) => {
    const isOne = peers.length + morePeers + others === 1;
    if (others === 0 && replaced.has(rule.policy)) return false;
    return !isOne || witness === undefined || !told.has(flowKey(deniedBy, witness));
  });
}

/** What denies, and the flow on which that shows. */
function flowKey(deniedBy: string, { from, to, protocol, port }: FlowWitness): string {
  return JSON.stringify([deniedBy, from, to, protocol, port]);
}
