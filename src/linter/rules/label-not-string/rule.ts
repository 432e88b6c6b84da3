import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised for values that JSON sends as a boolean or number, which the server refuses for labels (S-IN-3). */
export const labelNotString = defineRule({
  id: "label-not-string",
  level: "error",
  category: "rejected",
  summary: "a label that YAML reads as a number or a boolean",
  rationale:
    "Labels must be strings. Without quotes, YAML reads `yes`, `on` and `true` as booleans and `1.10` or `0010` as numbers, and the API server refuses the whole object.",
  reference: "S-IN-3",
  foundBy: ["admission/mistyped.ts"],
  examples: { bad, good },
  fix: { kind: "safe" },
  word({ part, written, actual }) {
    return {
      message: `a ${part} must be a string, but ${code(written)} without quotes is a ${actual}`,
      label: `YAML reads a ${actual}`,
      help:
        part === "selector operator"
          ? "use `In`, `NotIn`, `Exists` or `DoesNotExist`"
          : `put it in quotes: ${code(`"${written}"`)}`,
    };
  },
});
