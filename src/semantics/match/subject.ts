import { splitByPods } from "./pods.js";
import { allOf } from "./split.js";
import { readingOf } from "./unsettled.js";
import type { Split, World } from "./world.js";
import type { MatchContext, Party } from "./party.js";
import { EVERYTHING } from "../../cluster/model/selector.js";
import type { PodSelection, Policy, Rule } from "../../cluster/model/policy.js";

/**
 * Asks whether a policy selects an endpoint as its subject (S-SEL-4, S-SEL-5). A selector that cannot be built may select
 * nothing, or everything, with rules that fail closed (U-20).
 */
export function splitBySubject(world: World, policy: Policy, party: Party, context: MatchContext): Split {
  const { subject, tier } = policy;
  const seen = { party, tier, context };
  if (!hasUnbuildableSubject(policy)) return splitByPods(world, subject, seen);
  return allOf(world, [
    (each) => splitByPods(each, withoutUnbuildable(subject), seen),
    (each) => each.ask(readingOf("unbuildable-selector")),
  ]);
}

/** The same text for policies that select the same: one answer for all of them. */
export function subjectKey(policy: Policy): string {
  const known = KEYS.get(policy);
  if (known !== undefined) return known;
  const { namespaces, pods } = policy.subject;
  const where = namespaces.own === undefined ? [namespaces.selector.key] : namespaces.own;
  const key = JSON.stringify([policy.tier, where, pods?.key ?? null]);
  KEYS.set(policy, key);
  return key;
}

const KEYS = new WeakMap<Policy, string>();

function withoutUnbuildable({ namespaces, pods, origin }: PodSelection): PodSelection {
  const isBroken = namespaces.own === undefined && namespaces.selector.unbuildable === true;
  return {
    namespaces: isBroken ? { selector: EVERYTHING } : namespaces,
    pods: pods?.unbuildable === true ? undefined : pods,
    origin,
  };
}

/** The rules of a policy as they act where it selects: with a subject that cannot be built, all of them fail closed. */
export function actingRules(policy: Policy, rules: readonly Rule[]): readonly Rule[] {
  const { origin } = policy.subject;
  return hasUnbuildableSubject(policy) ? rules.map((rule) => ({ ...rule, failsClosed: origin })) : rules;
}

/** True for a policy whose subject no implementation can build (U-20). */
export function hasUnbuildableSubject({ subject }: Policy): boolean {
  const { namespaces, pods } = subject;
  return (
    pods?.unbuildable === true || (namespaces.own === undefined && namespaces.selector.unbuildable === true)
  );
}
