import { writerOf } from "../../cluster/kinds/policy-apis.js";
import type { Action, Policy, Rule, Tier } from "../../cluster/model/policy.js";
import type { Mutation } from "./mutants.js";

/** What a rule of a tier may do; that of NetworkPolicy can only allow. */
const ACTIONS: Readonly<Record<Tier, readonly Action[]>> = {
  Admin: ["Accept", "Deny", "Pass"],
  NetworkPolicy: [],
  Baseline: ["Accept", "Deny"],
};

/** A rule with each of the other actions, in the word of the policy's kind. */
export function otherActions(rule: Rule, { tier, ref }: Pick<Policy, "tier" | "ref">): Mutation<Rule>[] {
  return ACTIONS[tier]
    .filter((action) => action !== rule.action)
    .map((action) => {
      const written = writerOf(ref).head({ name: "", action })?.["action"];
      return {
        mutator: "swap-action",
        at: rule.actionOrigin ?? rule.origin,
        replacement: typeof written === "string" ? written : action,
        to: { ...rule, action },
      };
    });
}
