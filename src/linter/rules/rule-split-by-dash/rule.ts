import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";

/**
 * Raised where every rule of a direction with peers alone is followed by one with ports alone; DNS is let through to
 * everywhere on purpose (S-PORT-1).
 */
export const ruleSplitByDash = defineRule({
  id: "rule-split-by-dash",
  level: "warning",
  category: "misleading",
  summary: "one `-` too many, which splits a rule into peers and ports",
  rationale:
    "Each `- ` starts a rule, and rules add up. Peers in one rule and ports in the next allow those peers on every port, and everyone on those ports. One rule with both allows only those peers on those ports.",
  reference: "S-PORT-1",
  foundBy: ["kinds/network-policy/review/split-rules.ts"],
  examples: { bad, good },
  noFix: "Whether the ports belong to these peers or to all is not in the text.",
  word({ direction }) {
    const [peers, anyone] = direction === "ingress" ? ["from", "from anywhere"] : ["to", "to anywhere"];
    return {
      message: `this rule allows its ports ${anyone}; the rule before it has the peers but no ports`,
      label: `ports without \`${peers}\``,
      related: ["peers without `ports`: every port"],
      help: `remove the \`- \` before \`ports\` to join the two rules, or add \`${peers}\` here`,
    };
  },
});
