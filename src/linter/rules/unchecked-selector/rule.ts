import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { selectorWording } from "../words/selector.js";

/** Raised for selectors that policy CRDs store and nothing can build (V-CR-21). */
export const uncheckedSelector = defineRule({
  id: "unchecked-selector",
  level: "error",
  category: "never-works",
  summary: "a label selector that the server stores and nothing can build",
  rationale:
    "For the policy CRDs the API server does not check operators, keys and values of label selectors. An implementation that cannot build the selector may treat it as matching nothing: a Deny rule then vanishes without a word.",
  reference: "V-CR-21",
  foundBy: ["admission/crd/unchecked.ts"],
  examples: { bad, good },
  word: ({ fault }) => ({
    ...selectorWording(fault),
    notes: [
      "the server stores it, and no implementation can build the selector: what it does then is not defined",
    ],
  }),
});
