import { kindAndName } from "../../../cluster/model/object-ref.js";
import { pathOf } from "../../../source/manifest/origin.js";
import type { Direction } from "../../../cluster/model/policy.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** What a policy denies on one side of flows. */
interface DeniedFlows {
  /** `NetworkPolicy shop/web`. */
  readonly policy: string;
  readonly side: Direction;
  readonly flows: readonly FlowWitness[];
}

/**
 * Tells what a policy denies although one of its peers is meant for the other end, by a label that the pods there, or their namespace, do
 * not have: another finding says so, and once that is put right the peer lets it through, or says on its own why not.
 */
export function mislabelledPeers(problems: readonly Problem[]): (denied: DeniedFlows) => boolean {
  const told = new Set(
    problems.flatMap((problem) => {
      const meant = meantBy(problem);
      const { at, object } = problem;
      if (meant === undefined || object === undefined || !("step" in at)) return [];
      const side = pathOf(at).includes("ingress") ? "ingress" : "egress";
      return [keyOf(kindAndName(object), side, meant)];
    }),
  );
  return ({ policy, side, flows }) =>
    flows.length > 0 &&
    flows.every(({ from, to }) => {
      const [namespace = "", , name = ""] = (side === "ingress" ? from : to).split("/");
      return [namespace, `${namespace}/${name}`].some((end) => told.has(keyOf(policy, side, end)));
    });
}

/** The namespace, or the workload by `namespace/name`, that a peer which selects none is meant for. */
function meantBy(problem: Problem): string | undefined {
  switch (problem.code) {
    case "namespace-selector-matches-none":
      return problem.facts.named;
    case "peer-selects-no-pods": {
      const { otherKey, alike, almost } = problem.facts;
      return otherKey?.name ?? alike?.name ?? almost;
    }
    case "label-typo":
      return problem.facts.effect === "selects-nothing" ? problem.facts.bearer.name : undefined;
    default:
      return undefined;
  }
}

function keyOf(policy: string, side: Direction, end: string): string {
  return JSON.stringify([policy, side, end]);
}
