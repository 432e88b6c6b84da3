import { effectiveAction, isUnbuildable } from "../../semantics/match/effect.js";
import { excludesPods } from "../../semantics/match/implies.js";
import {
  DIRECTIONS,
  type Action,
  type Direction,
  type Policy,
  type Tier,
} from "../../cluster/model/policy.js";

/*
 * That the policies of an ordered tier come one after the other as they did.
 *
 * For one flow, what decides a tier follows from the policies that select its subject and have rules in its direction, and
 * from how any two of them stand to each other: one before the other, tied (S-PRI-2), or of two APIs, whose order is not
 * defined (S-PRI-5). So it is enough that any two that can meet stand as they stood, each of them with all of the policies
 * that have taken its place. Two that do nothing but one and the same action may stand in any order: where one of them
 * takes the other's place among those that may decide, it leads to the same.
 */

/** A policy of the input, and those that stand in its place after a conversion: none where it is gone. */
export interface PolicyReplacement {
  readonly old: Policy;
  readonly by: readonly Policy[];
}

/** Two policies that may both select a pod, and do not stand to each other as they did. */
export interface Reordering {
  /** "generations": their order is not defined, before or after; "order": it is another one, or a tie is new or lost. */
  readonly code: "generations" | "order";
  readonly tier: Tier;
  readonly direction: Direction;
  readonly before: readonly [Policy, Policy];
  readonly after: readonly [Policy, Policy];
}

/** Finds policies that do not come one after the other as they did; of two and their places, one. */
export function reorderings(replacements: readonly PolicyReplacement[]): Reordering[] {
  const acting = replacements.filter(({ old }) => old.tier !== "NetworkPolicy");
  return acting.flatMap((one, index) => [
    ...(splitOutOfOrder(one) ?? []),
    ...acting.slice(index + 1).flatMap((other) => reordering(one, other) ?? []),
  ]);
}

/** The policies that one has been split into have to come in their order, which is the one of its rules. */
function splitOutOfOrder({ old, by }: PolicyReplacement): Reordering[] | undefined {
  for (const direction of DIRECTIONS) {
    const acting = by.filter((each) => hasRules(each, direction));
    for (const [index, next] of acting.entries()) {
      const last = acting[index - 1];
      if (last === undefined || relation(last, next) === "before") continue;
      return [{ code: "order", tier: old.tier, direction, before: [old, old], after: [last, next] }];
    }
  }
  return undefined;
}

function reordering(one: PolicyReplacement, other: PolicyReplacement): Reordering | undefined {
  if (one.old.tier !== other.old.tier) return undefined;
  const was = relation(one.old, other.old);
  for (const direction of DIRECTIONS) {
    const moved = movedPair(one, other, was, direction);
    if (moved === undefined || !canMeet(one.old, other.old, direction)) continue;
    const isDefined = was !== "undefined" && relation(...moved) !== "undefined";
    const code = isDefined ? "order" : "generations";
    return { code, tier: one.old.tier, direction, before: [one.old, other.old], after: moved };
  }
  return undefined;
}

/** Two of the policies in the places of two others, which stand to each other otherwise than those did. */
function movedPair(
  one: PolicyReplacement,
  other: PolicyReplacement,
  was: PolicyOrder,
  direction: Direction,
): readonly [Policy, Policy] | undefined {
  for (const first of one.by) {
    for (const second of other.by) {
      if (relation(first, second) === was) continue;
      if (hasRules(first, direction) && hasRules(second, direction)) return [first, second];
    }
  }
  return undefined;
}

type PolicyOrder = "before" | "tied" | "behind" | "undefined";

/** A BaselineAdminNetworkPolicy has no priority, nor anything of its kind to be compared with but a second one. */
function relation(one: Policy, other: Policy): PolicyOrder {
  if (one.generation !== other.generation) return "undefined";
  const difference = (one.priority ?? 0) - (other.priority ?? 0);
  return difference < 0 ? "before" : difference > 0 ? "behind" : "tied";
}

/** True where both may match one flow, and it matters which of them decides. */
function canMeet(one: Policy, other: Policy, direction: Direction): boolean {
  if (!hasRules(one, direction) || !hasRules(other, direction)) return false;
  if (excludesPods(one.subject, other.subject)) return false;
  return new Set([...actionsIn(one, direction), ...actionsIn(other, direction)]).size > 1;
}

function hasRules({ rules }: Policy, direction: Direction): boolean {
  return (rules[direction]?.rules.length ?? 0) > 0;
}

/** What a policy may do in a direction; rules that fail closed deny (S-FC-2). */
function actionsIn({ subject, rules }: Policy, direction: Direction): readonly Action[] {
  const isBroken = isUnbuildable({ type: "pods", ...subject });
  return (rules[direction]?.rules ?? []).flatMap((rule) => {
    const mayFailClosed =
      isBroken || rule.failsClosed !== undefined || (!rule.peers.all && rule.peers.items.some(isUnbuildable));
    return mayFailClosed ? [effectiveAction(rule), "Deny"] : [effectiveAction(rule)];
  });
}
