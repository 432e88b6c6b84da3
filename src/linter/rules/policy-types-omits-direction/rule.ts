import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

const TYPE = { egress: "Egress", ingress: "Ingress" } as const;

/** Raised where rules of a direction stand beside a `policyTypes` without it (V-GAP-1). */
export const policyTypesOmitsDirection = defineRule({
  id: "policy-types-omits-direction",
  level: "error",
  category: "never-works",
  summary: "rules for a direction that is not in `policyTypes`",
  rationale:
    "Only the directions in `policyTypes` count. Rules for the other direction are stored but ignored, so what they should restrict stays open.",
  reference: "V-GAP-1",
  foundBy: ["kinds/network-policy/review/policy-types.ts"],
  examples: { bad, good },
  noFix:
    "Adding the direction isolates the pods for it, and removing the rules leaves them open: which of the two is meant is not in the text.",
  word({ direction }) {
    const type = code(TYPE[direction]);
    return {
      message: `the ${direction} rules have no effect: \`policyTypes\` doesn't list ${type}`,
      label: "ignored",
      related: [`without ${type}`],
      help: `add ${type} to \`policyTypes\`, which also denies all ${direction} traffic that no rule allows; or remove the rules`,
    };
  },
});
