import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised where YAML reads a key as a boolean or number, and the server stores it under another text (S-IN-3). */
export const labelKeyNotString = defineRule({
  id: "label-key-not-string",
  level: "error",
  category: "misleading",
  summary: "a label key that is stored as another one",
  rationale:
    "Without quotes, YAML reads `y`, `1.10` or `010` as a boolean or a number, and the API server stores the key as `true`, `1.1` or `8`. The selector then asks for a label that nothing has, unless it was written in the same way.",
  reference: "S-IN-3",
  foundBy: ["admission/label-keys.ts", "load/contradictions.ts"],
  examples: { bad, good },
  word({ written, stored }) {
    return {
      message: `the label key ${code(written)} is stored as ${code(stored)}`,
      label: `the server reads ${code(stored)}`,
      help: `put it in quotes: ${code(`"${written}"`)}`,
    };
  },
});
