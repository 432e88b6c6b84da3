import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** The words for a refusal of the server's own validation of `ipBlock` (V-NP-20). */
export const exceptOutsideCidr = defineRule({
  id: "except-outside-cidr",
  level: "error",
  category: "rejected",
  summary: "an exception outside its CIDR",
  rationale:
    "An `except` must be a smaller block inside `cidr`, in the same address family. Otherwise the API server refuses the whole object.",
  reference: "V-NP-20",
  foundBy: ["admission/network-policy/ip-block.ts"],
  examples: { bad, good },
  noFix: "Whether the block or the exception is wrong isn't known.",
  word({ except, cidr }) {
    return {
      message: `${code(except)} is not a smaller part of ${code(cidr)}`,
      label: "not inside it",
      related: ["the block"],
      help: `use a block inside ${code(cidr)} with a longer prefix, or remove it`,
    };
  },
});
