import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised where YAML reads a key as a boolean or number, and the server stores it under another text (S-IN-3). */
export const labelKeyNotString = defineRule({
  id: "label-key-not-string",
  level: "error",
  category: "misleading",
  summary: "a label key that is stored as a different one",
  rationale:
    "YAML reads `y`, `1.10` and `010` without quotes as a boolean or number, and the API server stores the key as `true`, `1.1` or `8`. The selector then requires a label that nothing has, unless it was written the same way.",
  reference: "S-IN-3",
  foundBy: ["admission/label-keys.ts", "load/contradictions.ts"],
  examples: { bad, good },
  noFix: "Which of the two keys was meant isn't known: the one that is written, or the one that is stored.",
  word({ written, stored }) {
    return {
      message: `the label key ${code(written)} is stored as ${code(stored)}`,
      label: `the server reads ${code(stored)}`,
      help: `put it in quotes: ${code(`"${written}"`)}`,
    };
  },
});
