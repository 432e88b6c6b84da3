import type { Action, Rule, Tier } from "../../cluster/model/policy.js";
import type { Mutation } from "./mutants.js";

/** What a rule of a tier may do; that of NetworkPolicy can only allow. */
const ACTIONS: Readonly<Record<Tier, readonly Action[]>> = {
  Admin: ["Accept", "Deny", "Pass"],
  NetworkPolicy: [],
  Baseline: ["Accept", "Deny"],
};

/** A rule with each of the other actions. */
export function otherActions(rule: Rule, tier: Tier): Mutation<Rule>[] {
  return ACTIONS[tier]
    .filter((action) => action !== rule.action)
    .map((action) => ({
      mutator: "swap-action",
      at: rule.actionOrigin ?? rule.origin,
      replacement: action,
      to: { ...rule, action },
    }));
}
