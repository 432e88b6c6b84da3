import { kindAndName } from "../../../cluster/model/object-ref.js";
import { otherSide } from "../proofs/one-sided.js";
import { policiesWithReplaced } from "../selector-label-replaced/policies.js";
import { mislabelledPeers } from "../connections/mislabelled-peers.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Problem, ProblemOf } from "../../../cluster/problems/problem.js";

type OneSidedProblem = ProblemOf<"one-sided-flow">;

/**
 * Without rules that open in vain what pods are configured with: another finding says that. Then it is certain which of the two
 * sides is to be changed, and one edit mends both. And without those whose other side names these pods by a label that they, or their namespace, lack.
 */
export function withoutConfigured(
  own: readonly OneSidedProblem[],
  problems: readonly Problem[],
): readonly OneSidedProblem[] {
  const told = new Set(
    problems.flatMap(({ code, object, flows = [] }) =>
      code === "configured-address-blocked" && object !== undefined
        ? flows.map((flow) => flowKey(kindAndName(object), flow))
        : [],
    ),
  );
  const replaced = policiesWithReplaced(problems);
  const isMislabelled = mislabelledPeers(problems);
  return own.filter(({ flows = [], facts: { rule, others, deniedBy } }) => {
    if (others === 0 && replaced.has(rule.policy)) return false;
    // Of what is not known flow by flow, nobody says that it is told.
    if (flows.length <= others) return true;
    if (isMislabelled({ policy: deniedBy, side: otherSide(rule.direction), flows })) return false;
    return !flows.every((flow) => told.has(flowKey(deniedBy, flow)));
  });
}

/** What denies, and the flow on which that shows. */
export function flowKey(deniedBy: string, { from, to, protocol, port }: FlowWitness): string {
  return JSON.stringify([deniedBy, from, to, protocol, port]);
}
