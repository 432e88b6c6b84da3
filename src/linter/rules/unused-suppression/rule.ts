import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { suppressionName } from "../words/suppression.js";

/** Only of rules that ran to their end: nobody knows what others would have found (S-GATE-1). */
export const unusedSuppression = defineRule({
  id: "unused-suppression",
  level: "warning",
  category: "gate",
  summary: "a suppression that suppresses nothing",
  rationale:
    "What it was written for is gone, or it is not on the line of the finding or the line above. Left in place, it would hide the next mistake that someone makes there.",
  reference: "S-GATE-1",
  foundBy: ["suppress/review.ts"],
  examples: { bad, good },
  noFix: "Comments and annotations are never changed: whoever wrote one knows what it is for.",
  word({ rule, by }) {
    return {
      message: `this ${suppressionName(by)} suppresses no finding of ${code(rule)}`,
      label: "nothing to suppress",
      help: by === "comment" ? "remove it, or move it to the line above the finding" : "remove it",
    };
  },
});
