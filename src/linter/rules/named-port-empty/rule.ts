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
    "The API server stores the empty name, but an implementation sees an entry without any member that it knows: the rule fails closed. An Accept matches nothing, and a Deny or a Pass denies everything in its direction.",
  reference: "S-CNP-4",
  foundBy: ["admission/crd/unchecked-values.ts"],
  examples: { bad, good },
  word({ field }) {
    return {
      message: `${code(field)} is empty, and the rule fails closed`,
      label: "no name",
      help: "name the port as the pods declare it, or remove the entry",
    };
  },
});
