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
  summary: "an invalid label selector in a NetworkPolicy",
  rationale:
    "Operators must be exactly `In`, `NotIn`, `Exists` or `DoesNotExist`, and keys and values must be valid labels. The API server refuses the whole object, so the policy has no effect.",
  reference: "V-LS-8",
  foundBy: ["admission/network-policy/validate.ts"],
  examples: { bad, good },
  fix: {
    kind: "unsafe",
    edits: ({ at, facts: { fault } }) =>
      fault.type === "operator" && fault.nearest !== undefined && "step" in at
        ? [{ type: "set", at, value: fault.nearest }]
        : undefined,
  },
  word: ({ fault }) => selectorWording(fault),
});
