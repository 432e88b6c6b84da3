import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised for `namedPort: ""`, which CRDs store and no pod declares (S-CNP-4). */
export const namedPortEmpty = defineRule({
  id: "named-port-empty",
  level: "error",
  category: "never-works",
  summary: "a named port without a name",
  rationale:
    "The API server stores the empty name, but implementations see an entry with no known field, so the rule fails closed: an Accept matches nothing, and a Deny or Pass denies everything in its direction.",
  reference: "S-CNP-4",
  foundBy: ["admission/crd/unchecked-values.ts"],
  examples: { bad, good },
  word({ field }) {
    return {
      message: `${code(field)} is empty, so the rule fails closed`,
      label: "no name",
      help: "use the name that the pods declare, or remove the entry",
    };
  },
});
