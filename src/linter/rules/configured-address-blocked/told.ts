import { flowKey, withoutConfigured } from "../one-sided-flow/told.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { pathOf } from "../../../source/manifest/origin.js";
import { unmatchedNamespaces } from "../connections/unmatched-namespaces.js";
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
  const isUnmatched = unmatchedNamespaces(problems);
  const together = flowsTogether(problems);
  return withoutMislabelled(own, problems).filter(({ object, facts: { side, egressDenied }, flows = [] }) => {
    if (object === undefined || egressDenied !== undefined) return true;
    const policy = kindAndName(object);
    if (isUnmatched({ policy, side, flows })) return false;
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

/** Without those of which the label of a peer is told that selects no pod. */
function withoutMislabelled(
  own: readonly BlockedProblem[],
  problems: readonly Problem[],
): readonly BlockedProblem[] {
  const told = new Set(
    problems.flatMap((problem) => {
      const meant = meantBy(problem);
      return meant === undefined || problem.object === undefined || !isOfIngress(problem.at)
        ? []
        : [meantKey(kindAndName(problem.object), meant)];
    }),
  );
  return own.filter(
    ({ object, facts: { side, egressDenied, concerned } }) =>
      object === undefined ||
      side === "egress" ||
      egressDenied !== undefined ||
      concerned.count > 1 ||
      !told.has(meantKey(kindAndName(object), concerned.first)),
  );
}

/** The workload that a peer which selects none is meant for, by `namespace/name`, if one has a label that is nearly the same. */
function meantBy(problem: Problem): string | undefined {
  if (problem.code === "peer-selects-no-pods") return problem.facts.otherKey?.name ?? problem.facts.almost;
  return problem.code === "label-typo" && problem.facts.effect === "selects-nothing"
    ? problem.facts.bearer.name
    : undefined;
}

function isOfIngress(at: Problem["at"]): boolean {
  return "step" in at && pathOf(at).includes("ingress");
}

function meantKey(policy: string, workload: string): string {
  return JSON.stringify([policy, workload]);
}
