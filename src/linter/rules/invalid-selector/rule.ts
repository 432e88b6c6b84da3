import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { selectorWording } from "../words/selector.js";

/**
 * The words for the server's validation of selectors in a NetworkPolicy; policy CRDs store the same text, which is
 * `unchecked-selector` (V-LS-8).
 */
export const invalidSelector = defineRule({
  id: "invalid-selector",
  level: "error",
  category: "rejected",
  summary: "a label selector of a NetworkPolicy that cannot be built",
  rationale:
    "Operators are written exactly `In`, `NotIn`, `Exists` and `DoesNotExist`, and keys and values have the form of labels. The API server refuses the object as a whole, so nothing of the policy takes effect.",
  reference: "V-LS-8",
  foundBy: ["admission/network-policy/validate.ts"],
  examples: { bad, good },
  word: ({ fault }) => selectorWording(fault),
});
