import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";

/** Raised where neither `policyTypes` nor `ingress` is written, so that ingress is denied by default (S-NULL). */
export const policyTypesImplicit = defineRule({
  id: "policy-types-implicit",
  level: "info",
  category: "misleading",
  summary: "a policy that denies all ingress only because `policyTypes` is missing",
  rationale:
    "Without `policyTypes`, a NetworkPolicy always isolates its pods for ingress, and for egress only if it has egress rules. So a policy with only egress rules, or none, also denies all ingress, which is easy to miss.",
  reference: "S-NULL",
  foundBy: ["kinds/network-policy/review/policy-types.ts"],
  examples: { bad, good },
  word({ adds }) {
    if (adds === "ingress-alone") {
      return {
        message: "without `policyTypes`, this policy denies all ingress but no egress",
        label: "no rules, and no `policyTypes`",
        help: "write `policyTypes: [Ingress]` if that is what you mean, or `[Ingress, Egress]` to deny both",
      };
    }
    return {
      message: "without `policyTypes`, this policy also denies all ingress",
      label: "only egress rules",
      help: "write `policyTypes: [Egress]`, or `[Ingress, Egress]` to deny ingress too",
    };
  },
});
