import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { unknownFieldWording } from "../words/unknown-field.js";

/** Raised for fields that the schema does not have; strict validation refuses them, others drop them (S-IN-4). */
export const unknownField = defineRule({
  id: "unknown-field",
  level: "error",
  category: "rejected",
  summary: "a field that the kind does not have",
  rationale:
    "With strict field validation, kubectl's default, the API server refuses the object. Without it the field is dropped in silence, and what is left may select or allow far more than was meant: a selector that lost its only condition selects everything.",
  reference: "S-IN-4",
  foundBy: ["admission/unknown-field.ts"],
  examples: { bad, good },
  word: unknownFieldWording,
});
