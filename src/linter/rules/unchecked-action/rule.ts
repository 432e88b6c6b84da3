import bad from "./bad.yaml";
import good from "./good.yaml";
import { any, code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised for actions that CRDs of v0.1.0 to v0.1.2 store, whatever their text (S-FC-4). */
export const uncheckedAction = defineRule({
  id: "unchecked-action",
  level: "error",
  category: "never-works",
  summary: "an invalid action that the server stores anyway",
  rationale:
    "The CRDs of v0.1.0 to v0.1.2 accept any text as an action. Implementations differ: they may deny what the rule matches, or skip the rule.",
  reference: "S-FC-4",
  foundBy: ["admission/crd/unchecked.ts"],
  examples: {
    reading: { isStored: true },
    bad,
    good,
  },
  fix: {
    kind: "unsafe",
    edits: ({ at, facts: { meant } }) =>
      meant !== undefined && "step" in at ? [{ type: "set", at, value: meant }] : undefined,
  },
  word({ action, allowed, meant }) {
    return {
      message: `${code(action)} is not an action; assuming Deny`,
      label: `must be ${any(allowed)}`,
      ...(meant === undefined ? {} : { help: `write ${code(meant)}` }),
    };
  },
});
