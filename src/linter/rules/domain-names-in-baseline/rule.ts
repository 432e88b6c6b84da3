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
  summary: "a policy of the Baseline tier with domain names",
  rationale:
    "Baseline rules are defaults that a NetworkPolicy can override, and a NetworkPolicy knows no domain names: it could never take back what such a rule opens. NPEP-133 forbids the combination; release v0.2.0 itself does not check it yet.",
  reference: "S-CNP-2",
  foundBy: ["admission/crd/rule-findings.ts"],
  examples: { bad, good },
  word(facts) {
    const [first = ""] = facts.names;
    return {
      message: "`domainNames` cannot be used in the Baseline tier",
      label: `a NetworkPolicy could not override the rule for ${code(first)}`,
      related: ["the tier"],
      notes: facts.isRefused ? [] : ["the released v0.2.0 CRD still lets it pass; NPEP-133 forbids it"],
      ...helpWithReleases(
        facts,
        "move the rule to a policy of the Admin tier, with a deny of lower precedence behind it",
      ),
    };
  },
  categoryOf: ({ isRefused }) => (isRefused ? "rejected" : "misleading"),
});
