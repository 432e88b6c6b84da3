import { policyText, ruleConditionText, ruleText } from "./describe.js";
import type { UnusedRule } from "../questions/replay/unused-rules.js";

/** A rule with what it matches: `NetworkPolicy shop/web rule 1 ingress, from app=web, TCP 7070`. */
export function ruleName({ policy, direction, rule }: UnusedRule): string {
  return `${policyText(policy.ref)} ${direction} ${ruleText(rule)}, ${ruleConditionText(rule, direction)}`;
}
