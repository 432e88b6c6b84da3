import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";

/** Raised for four numbers with dots among domain names, which the pattern of the CRD lets pass (S-FQ-2). */
export const domainNameIsAddress = defineRule({
  id: "domain-name-is-address",
  level: "error",
  category: "never-works",
  summary: "an IPv4 address as a domain name",
  rationale:
    "The API accepts an IPv4 address as a domain name, but nothing looks it up in DNS: the rule never learns an address for it and matches nothing.",
  reference: "S-FQ-2",
  foundBy: ["admission/crd/unchecked-values.ts"],
  examples: { bad, good },
  noFix: "An address is another sort of peer, which the rule may not have beside names.",
  word({ name }) {
    return {
      message: `${code(name)} is an address, not a domain name`,
      label: "never looked up",
      help: `list it under \`networks\` as ${code(`${name.replace(/\.$/, "")}/32`)}`,
    };
  },
});
