import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** The words for a refusal of the server's own validation of `ipBlock` (V-NP-20). */
export const exceptOutsideCidr = defineRule({
  id: "except-outside-cidr",
  level: "error",
  category: "rejected",
  summary: "an exception that is not a part of its block",
  rationale:
    "An `except` cuts a smaller block out of `cidr`. One that lies elsewhere, is as large or larger, or belongs to the other address family cuts nothing sensible, and the API server refuses the object as a whole.",
  reference: "V-NP-20",
  foundBy: ["admission/network-policy/ip-block.ts"],
  examples: { bad, good },
  word({ except, cidr }) {
    return {
      message: `${code(except)} is not a smaller part of ${code(cidr)}`,
      label: "not a part of it",
      related: ["the block"],
      help: `name a block inside of ${code(cidr)} with a longer prefix, or remove it`,
    };
  },
});
