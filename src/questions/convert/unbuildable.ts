import { DIRECTIONS } from "../../cluster/model/policy.js";
import { hasUnbuildableSubject } from "../../semantics/match/subject.js";
import { isUnbuildable } from "../../semantics/match/effect.js";
import type { AdminPolicySource } from "./admin-policies.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Variant } from "./variants.js";

/**
 * A selector that no implementation can build, where rules are not carried over one by one: one that cannot be built may make its
 * rule, and that of a subject every rule, fail closed (U-20), also a rule that matches nothing otherwise.
 */
export function unbuildableSelector(
  { policy }: AdminPolicySource,
  variants: readonly Variant[],
): Origin | undefined {
  const isExpanded = variants.some(({ nameSuffix }) => nameSuffix !== undefined);
  const mayFailClosed = hasUnbuildableSubject(policy);
  for (const direction of DIRECTIONS) {
    const rules = variants.flatMap((variant) => variant.rules[direction] ?? []);
    const gone = rules.flatMap(({ dropped }) => dropped.filter(({ isWholeRule }) => isWholeRule));
    if (mayFailClosed && (isExpanded || gone.length > 0)) return policy.subject.origin;
    const changed = new Set([...gone.map(({ rule }) => rule), ...rules.flatMap(({ split }) => split)]);
    for (const { index, peers } of policy.rules[direction]?.rules ?? []) {
      const broken = peers.all ? undefined : peers.items.find(isUnbuildable);
      if (broken !== undefined && (isExpanded || changed.has(index))) return broken.origin;
    }
  }
  return undefined;
}
