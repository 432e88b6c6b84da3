import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/**
 * Raised while a policy is reviewed, for texts that servers before 1.36 store; newer ones refuse some of them
 * (V-NP-25).
 */
export const nonCanonicalCidr = defineRule({
  id: "non-canonical-cidr",
  level: "warning",
  category: "portability",
  summary: "a CIDR in an unusual form",
  rationale:
    "Some programs read leading zeros as octal, and not all treat IPv4-mapped blocks as IPv4; NetworkPolicy refuses both from Kubernetes 1.36 on. For IPv6 that isn't in RFC 5952 form, the API server warns, and text searches miss it.",
  reference: "V-NP-25",
  foundBy: ["kinds/review/cidr-form.ts"],
  examples: { bad, good },
  fix: {
    kind: "safe",
    edits: ({ at, facts: { corrected } }) =>
      "step" in at ? [{ type: "set", at, value: corrected }] : undefined,
  },
  word({ cidr, corrected, fault }) {
    return {
      message: `${code(cidr)} is an unusual form of ${code(corrected)}`,
      label: FAULTS[fault],
      help: `write ${code(corrected)}`,
    };
  },
});

const FAULTS = {
  "leading-zeros": "has leading zeros",
  "ipv4-mapped": "an IPv4 block, written as IPv6",
  "ipv6-form": "not in the usual IPv6 form",
} as const;
