import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { semicolonHelp } from "../words/semicolon.js";
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
    "What was not read may hold a policy, so nothing that is said about the rest can be relied on: the run is incomplete and ends with exit code 3, whatever else was found. The rule can be neither switched off nor left out.",
  reference: "S-IN-1a",
  foundBy: ["load", "snapshot/read.ts", "admission/crd", "lint/lint.ts"],
  examples: { bad, good },
  word({ reason, detail, readIn = [], why, doubt }, { at }) {
    if (reason === "forbidden") return forbiddenWords({ kind: detail ?? "", readIn, why });
    const separator = reason === "yaml-syntax" ? semicolonHelp(at) : undefined;
    const notes = doubt === undefined ? {} : { notes: [mayHoldText(doubt)] };
    return {
      ...unreadWords(reason, detail),
      ...notes,
      ...(separator === undefined ? {} : { help: separator }),
    };
  },
});
