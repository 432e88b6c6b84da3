import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { selectorWording } from "../words/selector.js";

/** Raised for selectors that policy CRDs store and nothing can build (V-CR-21). */
export const uncheckedSelector = defineRule({
  id: "unchecked-selector",
  level: "error",
  category: "never-works",
  summary: "an invalid label selector that the server stores anyway",
  rationale:
    "For policy CRDs, the API server doesn't check the operators, keys and values of label selectors. An implementation may treat an invalid selector as matching nothing, so a Deny rule silently disappears.",
  reference: "V-CR-21",
  foundBy: ["admission/crd/unchecked.ts"],
  examples: { bad, good },
  fix: {
    kind: "unsafe",
    edits: ({ at, facts: { fault } }) =>
      fault.type === "operator" && fault.nearest !== undefined && "step" in at
        ? [{ type: "set", at, value: fault.nearest }]
        : undefined,
  },
  word: ({ fault }) => ({
    ...selectorWording(fault),
    notes: ["the server stores it, but the selector is invalid: the effect is not defined"],
  }),
});
