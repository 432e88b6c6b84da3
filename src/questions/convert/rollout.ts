import { TIERS, type Policy } from "../../cluster/model/policy.js";
import type { ConversionRun } from "./run.js";
import type { ObjectRef } from "../../cluster/model/object-ref.js";

/** In which order a cluster gets policies of another kind, and loses the old ones. */
export interface Rollout {
  readonly apply: readonly ObjectRef[];
  readonly remove: readonly ObjectRef[];
}

/**
 * While both kinds stand side by side their order is not defined (S-MIG-20, U-19), and each that matches may decide. So the new
 * ones come by precedence, the highest first: as many of them as are there decide as the old ones do, or match nothing. The
 * old ones go the other way round.
 * @returns undefined where every object keeps its kind: there it is replaced in one step
 */
export function rolloutOf({ replacements }: Pick<ConversionRun, "replacements">): Rollout | undefined {
  const moved = replacements.filter(({ old, by }) => by.some(({ ref }) => ref.kind !== old.ref.kind));
  if (moved.length === 0) return undefined;
  const byNumber = (policies: readonly Policy[]): ObjectRef[] =>
    TIERS.flatMap((tier) =>
      policies
        .filter((policy) => policy.tier === tier)
        .toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
        .map(({ ref }) => ref),
    );
  return {
    apply: byNumber(moved.flatMap(({ by }) => by)),
    remove: byNumber(moved.map(({ old }) => old)).toReversed(),
  };
}
