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
    "Leading zeros are decimal to one reader and octal to another, and IPv4-mapped blocks are IPv4 to some only: NetworkPolicy refuses both from Kubernetes 1.36 on. Of IPv6 that is not in the form of RFC 5952 the API server warns, and searching for the text misses it.",
  reference: "V-NP-25",
  foundBy: ["kinds/review/cidr-form.ts"],
  examples: { bad, good },
  word({ cidr, corrected, fault }) {
    return {
      message: `${code(cidr)} is ${code(corrected)} in an unusual form`,
      label: FAULTS[fault],
      help: `write ${code(corrected)}`,
    };
  },
});

const FAULTS = {
  "leading-zeros": "has leading zeros",
  "ipv4-mapped": "an IPv4 block, written as IPv6",
  "ipv6-form": "not the usual form of IPv6",
} as const;
