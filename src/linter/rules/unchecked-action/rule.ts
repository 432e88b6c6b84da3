import bad from "./bad.yaml";
import good from "./good.yaml";
import { any, code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised for actions that CRDs of v0.1.0 to v0.1.2 store, whatever their text (S-FC-4). */
export const uncheckedAction = defineRule({
  id: "unchecked-action",
  level: "error",
  category: "never-works",
  summary: "an action that is none, and is stored all the same",
  rationale:
    "The CRDs of v0.1.0 to v0.1.2 take any text for an action. Implementations differ in what they make of it: the rule may deny what it matches, or be skipped.",
  reference: "S-FC-4",
  foundBy: ["admission/crd/unchecked.ts"],
  examples: {
    reading: { isStored: true },
    bad,
    good,
  },
  word({ action, allowed, meant }) {
    return {
      message: `${code(action)} is not an action; the rule is taken for a Deny of what it matches`,
      label: `must be ${any(allowed)}`,
      ...(meant === undefined ? {} : { help: `write ${code(meant)}` }),
    };
  },
});
