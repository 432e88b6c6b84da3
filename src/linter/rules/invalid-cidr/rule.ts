import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { helpWithReleases } from "../words/releases.js";
import type { ProblemOf } from "../../../cluster/problems/problem.js";

type Facts = ProblemOf<"invalid-cidr">["facts"];

const LABELS: Readonly<Record<Facts["fault"], string>> = {
  "not-a-cidr": "not a CIDR",
  "leading-zeros": "leading zeros, which some programs read as octal",
  "ipv4-mapped": "an IPv4 address inside an IPv6 one",
  "host-bits": "has bits set after the prefix length",
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
  summary: "a CIDR that the API server refuses",
  rationale:
    "The API server refuses the whole object. Since 1.36 it also refuses ambiguous CIDRs in a NetworkPolicy: leading zeros, IPv4 inside IPv6, or bits set after the prefix length.",
  reference: "V-NP-16",
  foundBy: ["admission/crd/schema-findings.ts", "admission/network-policy/ip-block.ts"],
  examples: { bad, good },
  word(facts) {
    const { cidr, fault } = facts;
    return {
      message: `the API server refuses the CIDR ${code(cidr)}`,
      label: LABELS[fault],
      ...helpWithReleases(facts, helpOf(facts)),
    };
  },
});

function helpOf({ corrected, single }: Facts): string {
  if (corrected === undefined)
    return "write an address, `/` and the prefix length: `192.0.2.0/24`, `2001:db8::/32`";
  if (single === undefined) return `write ${code(corrected)}`;
  return `write ${code(corrected)} for the block, or ${code(single)} for the single address`;
}
