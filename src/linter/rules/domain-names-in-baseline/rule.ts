import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { helpWithReleases } from "../words/releases.js";

/**
 * Raised for what the KEP's CRD refuses and release v0.2.0 stores; then the category says that a server takes it
 * (S-CNP-2).
 */
export const domainNamesInBaseline = defineRule({
  id: "domain-names-in-baseline",
  level: "error",
  category: "rejected",
  summary: "domain names in the Baseline tier",
  rationale:
    "NetworkPolicies can override Baseline rules, but they have no domain names, so they couldn't override this one. NPEP-133 forbids the combination; release v0.2.0 doesn't check it yet.",
  reference: "S-CNP-2",
  foundBy: ["admission/crd/rule-findings.ts"],
  examples: { bad, good },
  word(facts) {
    const [first = ""] = facts.names;
    return {
      message: "`domainNames` cannot be used in the Baseline tier",
      label: `a NetworkPolicy could not override the rule for ${code(first)}`,
      related: ["the tier"],
      notes: facts.isRefused ? [] : ["NPEP-133 forbids it, but the released v0.2.0 CRD still accepts it"],
      ...helpWithReleases(facts, "move the rule to a policy in the Admin tier, followed by a deny"),
    };
  },
  categoryOf: ({ isRefused }) => (isRefused ? "rejected" : "misleading"),
});
