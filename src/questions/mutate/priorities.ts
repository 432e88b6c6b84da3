import { groupBy } from "../../base/collections/group-by.js";
import type { MadeMutant } from "./mutants.js";
import type { Policy } from "../../cluster/model/policy.js";

/** Neighbours of a tier with each other's priority. */
export function* swappedPriorities(
  policies: readonly Policy[],
): Generator<Pick<MadeMutant, "mutator" | "at" | "replacement" | "policy" | "revised">> {
  const ordered = policies.filter(({ priority }) => priority !== undefined);
  for (const tier of groupBy(ordered, (policy) => `${policy.tier} ${policy.generation}`).values()) {
    const sorted = tier.toSorted((a, b) => priorityOf(a) - priorityOf(b));
    for (const [i, first] of sorted.entries()) {
      const second = sorted[i + 1];
      if (second === undefined || first.priority === second.priority) continue;
      const revised = new Map([
        [first, { ...first, priority: second.priority }],
        [second, { ...second, priority: first.priority }],
      ]);
      const replacement = String(second.priority);
      yield { mutator: "swap-priority", at: first.origin, replacement, policy: first, revised };
    }
  }
}

function priorityOf({ priority }: Policy): number {
  return priority ?? 0;
}
