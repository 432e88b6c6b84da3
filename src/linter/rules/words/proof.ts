import { count } from "../../../base/text/count.js";
import { code } from "./code.js";
import { ruleLabel } from "../../../base/text/rule-label.js";
import { withMore } from "../../../base/text/list.js";
import type { RuleName, RuleNames, RulePart, ProofScope } from "../../../cluster/problems/proofs.js";

/** `rule 2 "other-tenants"`, with its policy where that is not the one which is spoken of. */
export function ruleNameText({ policy, position, name, direction }: RuleName, spokenOf?: RuleName): string {
  const rule = ruleLabel(position, name === undefined || name === "" ? undefined : code(name));
  if (policy !== spokenOf?.policy) return `${direction} ${rule} of ${code(policy)}`;
  return spokenOf.direction === direction ? rule : `${direction} ${rule}`;
}

/** Some rules: `rule 1, rule 2 of … and 3 more`. */
export function rulesText({ first, more }: RuleNames, spokenOf?: RuleName): string {
  return withMore(
    first.map((each) => ruleNameText(each, spokenOf)),
    more,
  );
}

/** What a finding about a rule is about: the rule, or a part of it. */
export function partText(part: RulePart, rule: RuleName): string {
  return part === "rule" ? ruleNameText(rule) : `this ${part} of ${ruleNameText(rule)}`;
}

/** For which clusters a claim holds: what people need to know before they delete something. */
export function scopeText(scope: ProofScope): string {
  const on = scope.plugin === undefined ? "" : ` with ${scope.plugin}`;
  if (scope.type === "any-cluster") return `true in any cluster${on}, based on the policies alone`;
  if (scope.type === "policies-alone")
    return `true of whatever pods there are${on}, unless a policy outside of these manifests allows it`;
  const { workloads } = scope;
  return `true in this cluster (${count(workloads, "workload")})${on}; other pods or labels may change it`;
}
