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
    "Several names can share an address, so a deny by name can be bypassed and can deny other names. NPEP-133 allows domain names only with Accept; release v0.2.0 doesn't check it yet.",
  reference: "S-CNP-2",
  foundBy: ["admission/crd/rule-findings.ts"],
  examples: { bad, good },
  word(facts) {
    return {
      message: `\`domainNames\` cannot be used with action ${code(facts.action)}`,
      label: "only with `Accept`",
      related: ["the action"],
      notes: facts.isRefused ? [] : ["NPEP-133 forbids it, but the released v0.2.0 CRD still accepts it"],
      ...helpWithReleases(facts, "accept the wanted names, then deny everything else with `networks`"),
    };
  },
  categoryOf: ({ isRefused }) => (isRefused ? "rejected" : "misleading"),
});
