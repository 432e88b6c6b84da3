import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { helpWithReleases } from "../words/releases.js";

/** Raised while reading: for what the experimental channel refuses, and for what servers store (S-PORT-9). */
export const namedPortWithIpPeer = defineRule({
  id: "named-port-with-ip-peer",
  level: "error",
  category: "rejected",
  summary: "a named port in a rule with peers that aren't pods",
  rationale:
    "Port names are looked up on the destination pod. Addresses, nodes and domain names declare no ports, so the rule matches nothing there. The experimental channel refuses the combination; the standard channel and NetworkPolicy accept it.",
  reference: "S-PORT-9",
  foundBy: ["admission/crd/rule-findings.ts", "admission/network-policy/unchecked.ts"],
  examples: { bad, good },
  word(facts) {
    return {
      message: `the port name ${code(facts.port)} can't match a peer in ${code(facts.peer)}`,
      label: "only pods have named ports",
      related: ["has no port names"],
      ...helpWithReleases(facts, "use the port's number, or move the pod peers to a rule of their own"),
    };
  },
  categoryOf: ({ isRefused }) => (isRefused ? "rejected" : "never-works"),
});
