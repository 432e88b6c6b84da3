import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";

/** The day itself still counts (S-GATE-1). */
export const suppressionExpired = defineRule({
  id: "suppression-expired",
  level: "warning",
  category: "gate",
  summary: "a suppression whose last day is over",
  rationale:
    "It was meant to end, and has ended: its findings count again. Fix them, or decide anew how long they may stay.",
  reference: "S-GATE-1",
  foundBy: ["suppress/review.ts"],
  examples: { bad, good },
  noFix: "Whether the finding still doesn't matter is a decision.",
  word({ rules, until }) {
    return {
      message: `this suppression of ${conjunction(rules.map(code))} ended on ${until}`,
      label: "no longer in effect",
      help: "fix the finding and remove the suppression, or set a later day",
    };
  },
});
