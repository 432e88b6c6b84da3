import { flowKey, withoutConfigured } from "../one-sided-flow/told.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { mislabelledPeers } from "../connections/mislabelled-peers.js";
import type { Problem, ProblemOf } from "../../../cluster/problems/problem.js";

type BlockedProblem = ProblemOf<"configured-address-blocked">;

/**
 * Without addresses that a policy keeps from a workload for which one of its peers is meant, by labels that the workload, or the namespace
 * at the other end, does not have: another finding says that, with the label that it has. And without those that are some of the flows
 * which one policy denies although others allow them: these are told together.
 */
export function withoutToldOtherwise(
  own: readonly BlockedProblem[],
  problems: readonly Problem[],
): readonly BlockedProblem[] {
  const isMislabelled = mislabelledPeers(problems);
  const together = flowsTogether(problems);
  return own.filter(({ object, facts: { side, egressDenied }, flows = [] }) => {
    if (object === undefined || egressDenied !== undefined) return true;
    const policy = kindAndName(object);
    if (isMislabelled({ policy, side, flows })) return false;
    return flows.length === 0 || !flows.every((flow) => together.has(flowKey(policy, flow)));
  });
}

/** The flows of findings about what one policy denies of several rules or peers. */
function flowsTogether(problems: readonly Problem[]): ReadonlySet<string> {
  const oneSided = problems.filter((each) => each.code === "one-sided-flow");
  return new Set(
    withoutConfigured(oneSided, problems).flatMap(({ facts, flows = [] }) =>
      facts.others > 0 ? flows.map((flow) => flowKey(facts.deniedBy, flow)) : [],
    ),
  );
}
