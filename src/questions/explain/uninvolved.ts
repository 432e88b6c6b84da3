import { policiesOfStep } from "../../semantics/evaluate/step.js";
import type { Explanation } from "./result.js";
import { selectingPolicies, type Overview } from "./overview.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { Cluster } from "../../cluster/model/cluster.js";

/** The policies that no step of an explanation names: they act on neither end in the direction of the traffic. */
export function uninvolvedInFlow(cluster: Cluster, { results }: Explanation): readonly Policy[] {
  return without(
    cluster,
    results.flatMap(({ egress, ingress }) => [...egress.steps, ...ingress.steps].flatMap(policiesOfStep)),
  );
}

/** The policies that select an endpoint in neither direction. */
export function uninvolvedInOverview(cluster: Cluster, overviews: readonly Overview[]): readonly Policy[] {
  return without(
    cluster,
    overviews.flatMap(({ directions, unenforced }) => [
      ...selectingPolicies(directions),
      ...(unenforced?.policies ?? []),
    ]),
  );
}

function without({ policies }: Cluster, named: readonly Policy[]): readonly Policy[] {
  // What a plugin makes of a policy is another object, of the same reference.
  const involved = new Set(named.map(({ ref }) => ref));
  return policies.filter(({ ref }) => !involved.has(ref));
}
