import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { helpWithReleases } from "../words/releases.js";

/** Raised for what the KEP's CRD refuses and release v0.2.0 stores, where it denies more than the name (S-CNP-2). */
export const domainNamesWithoutAccept = defineRule({
  id: "domain-names-without-accept",
  level: "error",
  category: "rejected",
  summary: "a rule that denies or passes traffic by domain name",
  rationale:
    "A name says nothing about what else is reachable at the same address: a deny by name can be walked around, and may deny others that share the address. NPEP-133 allows domain names with Accept only; release v0.2.0 itself does not check it yet.",
  reference: "S-CNP-2",
  foundBy: ["admission/crd/rule-findings.ts"],
  examples: { bad, good },
  word(facts) {
    return {
      message: `\`domainNames\` cannot be used with action ${code(facts.action)}`,
      label: "only with `Accept`",
      related: ["the action"],
      notes: facts.isRefused ? [] : ["the released v0.2.0 CRD still lets it pass; NPEP-133 forbids it"],
      ...helpWithReleases(
        facts,
        "accept the names that are wanted, and deny the rest by `networks` behind them",
      ),
    };
  },
  categoryOf: ({ isRefused }) => (isRefused ? "rejected" : "misleading"),
});
