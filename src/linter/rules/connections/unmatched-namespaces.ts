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
 * Tells what a policy denies although one of its peers names the namespace at the other end, by a label that this namespace does not have:
 * another finding says so, and once that is put right the peer lets it through, or says on its own why not.
 */
export function unmatchedNamespaces(problems: readonly Problem[]): (denied: DeniedFlows) => boolean {
  const named = new Set(
    problems.flatMap(({ code, facts, object, at }) => {
      if (code !== "namespace-selector-matches-none" || facts.named === undefined) return [];
      if (object === undefined || !("step" in at)) return [];
      const side = pathOf(at).includes("ingress") ? "ingress" : "egress";
      return [keyOf(kindAndName(object), side, facts.named)];
    }),
  );
  return ({ policy, side, flows }) =>
    flows.length > 0 &&
    flows.every(({ from, to }) =>
      named.has(keyOf(policy, side, namespaceIn(side === "ingress" ? from : to))),
    );
}

function keyOf(policy: string, side: Direction, namespace: string): string {
  return JSON.stringify([policy, side, namespace]);
}

/** The namespace of pods as they are typed: `shop/deployment/web`. */
function namespaceIn(end: string): string {
  return end.slice(0, Math.max(0, end.indexOf("/")));
}
