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
  summary: "peers and ports that are two rules, by a `-` too many",
  rationale:
    "Each `- ` begins a rule, and rules add up. Peers in one rule and ports in the next allow those peers on every port, and everybody on those ports; one rule with both allows those peers on those ports.",
  reference: "S-PORT-1",
  foundBy: ["kinds/network-policy/review/split-rules.ts"],
  examples: { bad, good },
  word({ direction }) {
    const [peers, anyone] = direction === "ingress" ? ["from", "from anywhere"] : ["to", "to anywhere"];
    return {
      message: `this rule allows its ports ${anyone}; the rule before it has the peers, and no ports`,
      label: `ports without \`${peers}\``,
      related: ["peers without `ports`: every port"],
      help: `remove the \`- \` before \`ports\` to make one rule of both, or write \`${peers}\` here too`,
    };
  },
});
