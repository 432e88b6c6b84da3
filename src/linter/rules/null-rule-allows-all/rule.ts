import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";

/** Raised for a null item among the rules of a NetworkPolicy, which the server stores as `{}` (V-GAP-4). */
export const nullRuleAllowsAll = defineRule({
  id: "null-rule-allows-all",
  level: "error",
  category: "misleading",
  summary: "an empty rule, which allows everything",
  rationale:
    "A lone `-` is a null item, and the API server stores it as `{}`: a rule without conditions, which matches every peer and port. It looks as if nothing were allowed.",
  reference: "V-GAP-4",
  foundBy: ["kinds/network-policy/review/open-rules.ts"],
  examples: { bad, good },
  word({ direction }) {
    return {
      message: `an empty rule allows all ${direction} traffic`,
      label: "stored as `{}`, which allows everything",
      help: `remove the \`-\` to allow nothing (\`${direction}: []\`); write \`- {}\` if everything is meant`,
    };
  },
});
