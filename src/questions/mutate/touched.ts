import { relevantPolicies } from "../../semantics/evaluate/candidates.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { IsTouched } from "../../semantics/reach/reach.js";
import type { MadeMutant } from "./mutants.js";

/** Tells which classes a mutant's policies may select, as they were or as they are then, in a direction in which they change. */
export function touchedBy(
  { revised, direction }: Pick<MadeMutant, "revised" | "direction">,
  cluster: Cluster,
): IsTouched {
  const policies = [...revised].flatMap(([before, after]) =>
    after === undefined ? [before] : [before, after],
  );
  // A cluster of its own, so that the index of policies holds these and no others.
  const some = { ...cluster, policies };
  return ({ representative }, asked) =>
    (direction === undefined || direction === asked) && relevantPolicies(some, [representative]).size > 0;
}
