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
  summary: "a key that appears twice in one mapping",
  rationale:
    "The API server refuses this text. kubectl, however, converts YAML to JSON first and keeps only the last value, so a reviewer may read a value that is never applied. anp evaluates neither.",
  reference: "S-IN-6",
  foundBy: ["load/contradictions.ts"],
  examples: { bad, good },
  noFix: "Which of the values was meant isn't known.",
  word: ({ key, objects, isMerged }) => {
    if (objects !== undefined)
      return {
        message: `${objects} objects are in one document: nothing separates them`,
        label: "another object begins here; without checks, only the last one is applied",
        related: ["the first one begins here"],
        help: "write a `---` line before each of them",
      };
    if (isMerged === true)
      return {
        message: `the merge \`<<\` replaces the key ${code(key)}, which is written before it`,
        label: "kubectl takes what this brings; other readers of YAML take the key's own value",
        related: ["replaced"],
        help: "write `<<` before the keys that override what it brings",
      };
    return {
      message: `the key ${code(key)} is written twice`,
      label: "without checks, the last one wins",
      related: ["first written here"],
      help: "keep one of the two",
    };
  },
});
