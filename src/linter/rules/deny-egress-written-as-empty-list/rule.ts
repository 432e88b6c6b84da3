import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";

/**
 * Raised where `egress: []` stands without `policyTypes`, and nothing else makes the policy one for egress (V-GAP-2).
 */
export const denyEgressWrittenAsEmptyList = defineRule({
  id: "deny-egress-written-as-empty-list",
  level: "warning",
  category: "misleading",
  summary: "an empty `egress` that denies no egress, for want of `policyTypes`",
  rationale:
    "Without `policyTypes`, an empty list of egress rules counts as none: the policy isolates its pods for ingress alone, and everything may still go out. The API server does not even store the list.",
  reference: "V-GAP-2",
  foundBy: ["kinds/network-policy/review/policy-types.ts"],
  examples: { bad, good },
  word({ written, hasIngressRules }) {
    const field = written === "empty" ? "`egress: []`" : "`egress:` without a value";
    return {
      message: hasIngressRules
        ? `${field} does not restrict egress without \`policyTypes\``
        : `${field} denies all ingress, and no egress, without \`policyTypes\``,
      label: "no effect on egress",
      help: hasIngressRules
        ? "add `policyTypes: [Ingress, Egress]`"
        : "add `policyTypes: [Egress]`, or `[Ingress, Egress]` to deny both",
    };
  },
});
