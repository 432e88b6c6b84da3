import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised for networks that CRDs of v0.1.3 to v0.1.5 store; they match no address (V-CR-12). */
export const uncheckedCidr = defineRule({
  id: "unchecked-cidr",
  level: "error",
  category: "never-works",
  summary: "an invalid CIDR that the server stores anyway",
  rationale:
    "The CRDs of v0.1.3 to v0.1.5 only look for a colon or a dot in a network. An invalid CIDR matches no address: a Deny blocks nothing, an Allow allows nothing.",
  reference: "V-CR-12",
  foundBy: ["admission/crd/unchecked-values.ts"],
  examples: {
    reading: { bundle: "v0.1.5/experimental" },
    bad,
    good,
  },
  fix: {
    kind: "unsafe",
    edits: ({ at, facts: { corrected } }) =>
      corrected !== undefined && "step" in at ? [{ type: "set", at, value: corrected }] : undefined,
  },
  word({ cidr, corrected }) {
    return {
      message: `${code(cidr)} is not a CIDR, and matches no address`,
      label: "stored unchecked",
      help:
        corrected === undefined ? "write an address, `/` and the prefix length" : `write ${code(corrected)}`,
    };
  },
});
