import { splitByPods } from "./pods.js";
import { settled, type Split, type World } from "./world.js";
import type { MatchContext, Party } from "./party.js";
import type { Policy, Rule } from "../model/policy.js";

/** Asks whether a policy selects an endpoint as its subject (S-SEL-4, S-SEL-5). */
export function splitBySubject(world: World, policy: Policy, party: Party, context: MatchContext): Split {
  if (!hasUnbuildableSubject(policy)) return splitByPods(world, policy.subject, party, policy.tier, context);
  // It may select nothing, or be treated as if it selected everything, with rules that fail closed (U-20).
  if (party.endpoint.type !== "pod" || party.endpoint.hostNetwork) return settled(world, false);
  return world.ask({ type: "choice", code: "unbuildable-selector", of: `${policy.ref.kind} ${policy.ref.name}` });
}

/** The rules of a policy as they act where it selects: with a subject that cannot be built, all of them fail closed. */
export function actingRules(policy: Policy, rules: readonly Rule[]): readonly Rule[] {
  const { origin } = policy.subject;
  return hasUnbuildableSubject(policy) ? rules.map((rule) => ({ ...rule, failsClosed: origin })) : rules;
}

function hasUnbuildableSubject({ subject }: Policy): boolean {
  const { namespaces, pods } = subject;
  return pods?.unbuildable === true || (namespaces.own === undefined && namespaces.selector.unbuildable === true);
}
