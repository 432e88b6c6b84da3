import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { unreadTogether } from "./together.js";
import { semicolonHelp } from "../words/semicolon.js";
import { separatorHelp } from "../words/separator.js";
import { mayHoldText } from "../words/may-hold.js";
import { forbiddenWords, unreadWords } from "../words/unread.js";

/**
 * The words for everything that was not read or not decided. Any of it makes a run incomplete: exit code 3 (S-IN-1a).
 */
export const notAnalysed = defineRule({
  id: "not-analysed",
  level: "error",
  category: "input",
  summary: "a document or file that could not be read",
  rationale:
    "Anything that wasn't read may contain a policy, so the results for the rest may be wrong. The run is incomplete and exits with 3, whatever else it finds. This rule can't be turned off.",
  reference: "S-IN-1a",
  foundBy: ["load", "snapshot/read.ts", "admission/crd", "admission/damaged.ts", "lint/lint.ts"],
  examples: { bad, good },
  together: unreadTogether,
  word({ reason, detail, readIn = [], why, doubt }, { at, related = [] }) {
    if (reason === "forbidden") return forbiddenWords({ kind: detail ?? "", readIn, why });
    const separator = reason === "yaml-syntax" ? (semicolonHelp(at) ?? separatorHelp(at)) : undefined;
    const notes = doubt === undefined ? {} : { notes: [mayHoldText(doubt, related.length > 0)] };
    return {
      ...unreadWords(reason, { detail: detail ?? "", files: related.length + 1, doubt }),
      ...notes,
      ...(separator === undefined ? {} : { help: separator }),
    };
  },
});
