import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { unknownFieldWording } from "../words/unknown-field.js";

/** Raised for an unknown field that differs from a known one in case alone (S-IN-4). */
export const wrongCaseField = defineRule({
  id: "wrong-case-field",
  level: "error",
  category: "rejected",
  summary: "a field in the wrong case",
  rationale:
    "Field names are case-sensitive: to the API server this is an unknown field. With strict field validation it refuses the object; without it, it silently drops the field, and the rest may select or allow far more.",
  reference: "S-IN-4",
  foundBy: ["admission/unknown-field.ts"],
  examples: { bad, good },
  fix: { kind: "safe" },
  word: unknownFieldWording,
});
