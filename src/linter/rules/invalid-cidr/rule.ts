import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { helpWithReleases } from "../words/releases.js";
import type { ProblemOf } from "../../../cluster/problems/problem.js";

type Facts = ProblemOf<"invalid-cidr">["facts"];

const LABELS: Readonly<Record<Facts["fault"], string>> = {
  "not-a-cidr": "not a CIDR",
  "leading-zeros": "leading zeros: some readers take them for octal",
  "ipv4-mapped": "an IPv4 address inside of an IPv6 one",
  "host-bits": "there are bits behind the prefix length",
  "too-long": "longer than any CIDR",
};

/**
 * The words for CIDRs that the server refuses, each fault by itself; a fix is offered where the block is clear
 * (V-NP-16).
 */
export const invalidCidr = defineRule({
  id: "invalid-cidr",
  level: "error",
  category: "rejected",
  summary: "a CIDR that the API server does not take",
  rationale:
    "The API server refuses the object as a whole. Since 1.36 it also refuses, in a NetworkPolicy, texts that different readers take for different blocks: with leading zeros, with IPv4 inside of IPv6, with bits behind the prefix length.",
  reference: "V-NP-16",
  foundBy: ["admission/crd/schema-findings.ts", "admission/network-policy/ip-block.ts"],
  examples: { bad, good },
  word(facts) {
    const { cidr, fault } = facts;
    return {
      message: `${code(cidr)} is not a CIDR that the API server takes`,
      label: LABELS[fault],
      ...helpWithReleases(facts, helpOf(facts)),
    };
  },
});

function helpOf({ corrected, single }: Facts): string {
  if (corrected === undefined)
    return "write an address, `/` and the prefix length: `192.0.2.0/24`, `2001:db8::/32`";
  if (single === undefined) return `write ${code(corrected)}`;
  return `write ${code(corrected)} for the block, or ${code(single)} for the one address`;
}
