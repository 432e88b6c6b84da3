import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { suppressionName } from "../words/suppression.js";
import type { Wording } from "../../../cluster/problems/diagnostic.js";

/** It has no effect: the finding counts (S-GATE-1). */
export const invalidSuppression = defineRule({
  id: "invalid-suppression",
  level: "warning",
  category: "gate",
  summary: "a suppression that can't be read, or names a rule that can't be suppressed",
  rationale:
    "It has no effect, although whoever wrote it thinks it has. What could not be read can't be suppressed, because it may hide a policy; neither can findings about suppressions.",
  reference: "S-GATE-1",
  foundBy: ["suppress/review.ts"],
  examples: { bad, good },
  noFix: "Comments and annotations are never changed: whoever wrote one knows what it is for.",
  word(facts): Wording {
    switch (facts.fault) {
      case "syntax":
        return {
          message: `this ${suppressionName(facts.by)} can't be read`,
          label: "has no effect",
          help: `write ${code(facts.by === "annotation" ? "[rule-id] reason" : "# anp: ignore[rule-id] reason")}; rules are separated by commas, ${code("[rule-id until 2027-01-31]")} sets a last day`,
        };
      case "unknown-rule":
        return {
          message: `no rule is called ${code(facts.rule)}`,
          label: "has no effect",
          help: facts.meant === undefined ? "run anp rules for a list" : `write ${code(facts.meant)}`,
        };
      case "input":
        return {
          message: `${code(facts.rule)} can't be suppressed: what wasn't read may contain a policy`,
          label: "has no effect",
          help: "remove it, and have the file read",
        };
      case "gate":
        return {
          message: `${code(facts.rule)} can't be suppressed`,
          label: "has no effect",
          help: `remove it; --rule ${facts.rule}=LEVEL changes its level`,
        };
    }
  },
});
