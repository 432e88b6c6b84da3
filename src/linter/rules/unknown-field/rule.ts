import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { unknownFieldWording } from "../words/unknown-field.js";

/** Raised for fields that the schema does not have; strict validation refuses them, others drop them (S-IN-4). */
export const unknownField = defineRule({
  id: "unknown-field",
  level: "error",
  category: "rejected",
  summary: "a field that the kind doesn't have",
  rationale:
    "With strict field validation, kubectl's default, the API server refuses the object. Without it, the server silently drops the field, and the rest may select or allow far more: a selector that lost its only condition selects everything.",
  reference: "S-IN-4",
  foundBy: ["admission/unknown-field.ts"],
  examples: { bad, good },
  fix: { kind: "safe" },
  word: unknownFieldWording,
});
