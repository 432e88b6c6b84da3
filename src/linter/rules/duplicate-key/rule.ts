import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/**
 * Raised before decoding: both values are taken out of what is evaluated, so that the policy counts as not read
 * (S-IN-6).
 */
export const duplicateKey = defineRule({
  id: "duplicate-key",
  level: "error",
  category: "rejected",
  summary: "a key that one mapping has twice",
  rationale:
    "A server that is sent this text refuses it. kubectl turns YAML into JSON first and keeps the last value, so that the server never sees the first: what a reviewer read at the top is not what is applied. Neither value is evaluated here.",
  reference: "S-IN-6",
  foundBy: ["load/contradictions.ts"],
  examples: { bad, good },
  word: ({ key }) => ({
    message: `the key ${code(key)} is written twice`,
    label: "the last one wins where nobody checks",
    related: ["first written here"],
    help: "keep one of the two",
  }),
});
