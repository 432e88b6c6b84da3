import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { firstFew } from "../../../cluster/problems/selection.js";
import { someText } from "../words/selection.js";

/** The gate gets tighter with every finding that is fixed (S-GATE-3). */
export const staleBaselineEntry = defineRule({
  id: "stale-baseline-entry",
  level: "error",
  category: "gate",
  summary: "an entry of the baseline whose finding is gone",
  rationale:
    "The finding was fixed, but the baseline still knows it: the same mistake could come back unseen. The run fails until the entry is removed.",
  reference: "S-GATE-3",
  foundBy: ["baseline/stale.ts"],
  examples: { bad, good, reading: { asBaseline: true } },
  noFix: "`--update-baseline` writes the baseline anew.",
  word({ rule, object, missing, sets }) {
    const where = object === "" ? "" : ` of ${code(object)}`;
    const what = missing === 1 ? "the finding" : `${missing} findings`;
    const gone =
      sets === undefined
        ? `, which ${missing === 1 ? "is" : "are"} gone`
        : ` in ${someText(firstFew(sets), "and")}, where it is gone`;
    return {
      message: `the baseline knows ${what}${where} by ${code(rule)}${gone}`,
      label: "no such finding",
      help: "run the same command with --update-baseline",
    };
  },
});
