import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";

/**
 * Raised for `{}` among the rules of a NetworkPolicy, with the direction that it opens; null items have a rule of
 * their own (S-PORT-1).
 */
export const allowAllRule = defineRule({
  id: "allow-all-rule",
  level: "warning",
  category: "risky",
  summary: "a rule that allows everything",
  rationale:
    "The rule `{}` has no conditions: it allows every peer, inside and outside the cluster, on every port. Rules and policies only add up, so no other NetworkPolicy can restrict it.",
  reference: "S-PORT-1",
  foundBy: ["kinds/network-policy/review/open-rules.ts"],
  examples: { bad, good },
  word({ direction, others }) {
    const [what, side] = direction === "ingress" ? ["from", "source"] : ["to", "destination"];
    return {
      message: `this rule allows all ${direction} traffic`,
      label: `no \`${what}\` and no \`ports\`: every ${side}, every port`,
      notes: [
        others === 0
          ? "no other NetworkPolicy can restrict it for these pods"
          : `the other ${direction} ${others === 1 ? "rule" : "rules"} of this policy ${others === 1 ? "has" : "have"} no effect`,
      ],
      help: `list the peers or ports that are needed, or remove the rule`,
    };
  },
});
