import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { suppressionName } from "../words/suppression.js";

/** It has no effect: the finding counts (S-GATE-1). */
export const suppressionWithoutReason = defineRule({
  id: "suppression-without-reason",
  level: "warning",
  category: "gate",
  summary: "a suppression without a reason",
  rationale:
    "Whoever reviews the change, or the next one, can't tell whether the finding was wrong, accepted or just in the way. A suppression without a reason has no effect: its findings count.",
  reference: "S-GATE-1",
  foundBy: ["suppress/review.ts"],
  examples: { bad, good },
  word({ rules, by }) {
    return {
      message: `this ${suppressionName(by)} of ${conjunction(rules.map(code))} has no effect: it gives no reason`,
      label: "no reason",
      help: "write why the finding doesn't matter here, or remove the suppression",
    };
  },
});
