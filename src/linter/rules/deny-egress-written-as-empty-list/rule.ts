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
  summary: "an empty `egress` list that denies nothing, because `policyTypes` is missing",
  rationale:
    "Without `policyTypes`, an empty list of egress rules is ignored: the policy isolates its pods only for ingress, and all egress stays allowed. The API server doesn't even store the list.",
  reference: "V-GAP-2",
  foundBy: ["kinds/network-policy/review/policy-types.ts"],
  examples: { bad, good },
  noFix: "Whether ingress is to be denied too is not in the text.",
  word({ written, hasIngressRules }) {
    const field = written === "empty" ? "`egress: []`" : "`egress:` without a value";
    return {
      message: hasIngressRules
        ? `${field} doesn't restrict egress without \`policyTypes\``
        : `without \`policyTypes\`, ${field} denies all ingress but no egress`,
      label: "no effect on egress",
      help: hasIngressRules
        ? "add `policyTypes: [Ingress, Egress]`"
        : "add `policyTypes: [Egress]`, or `[Ingress, Egress]` to deny both",
    };
  },
});
