import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";

/** Raised where neither `policyTypes` nor `ingress` is written, so that ingress is denied by default (S-NULL). */
export const policyTypesImplicit = defineRule({
  id: "policy-types-implicit",
  level: "info",
  category: "misleading",
  summary: "a policy that denies all ingress only because it does not say `policyTypes`",
  rationale:
    "Without `policyTypes`, a NetworkPolicy always isolates its pods for ingress, and for egress too if it has an egress rule. A policy that speaks of egress alone, or of nothing, thereby denies everything that comes in, which its text does not show.",
  reference: "S-NULL",
  foundBy: ["kinds/network-policy/review/policy-types.ts"],
  examples: { bad, good },
  word({ adds }) {
    if (adds === "ingress-alone") {
      return {
        message: "without `policyTypes`, this policy denies all ingress, and leaves egress as it is",
        label: "no rules, and no `policyTypes`",
        help: "write `policyTypes: [Ingress]` if that is meant, `[Ingress, Egress]` to deny both",
      };
    }
    return {
      message: "without `policyTypes`, this policy also denies all ingress",
      label: "there are egress rules only",
      help: "write `policyTypes: [Egress]`, or `[Ingress, Egress]` if ingress is to be denied",
    };
  },
});
