import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { helpWithReleases } from "../words/releases.js";

/**
 * The words for every CEL rule of a CRD that has no rule of the linter by itself; the expression is quoted (V-CR-13).
 */
export const cel = defineRule({
  id: "cel",
  level: "error",
  category: "rejected",
  summary: "a value that breaks a validation rule of its CRD",
  rationale:
    "CRDs have validation rules written in CEL. If one fails, the API server refuses the whole object, and the policy has no effect.",
  reference: "V-CR-13",
  foundBy: ["admission/crd/rule-findings.ts"],
  examples: {
    reading: { bundle: "v0.1.5/experimental" },
    bad,
    good,
  },
  word(facts) {
    const place = facts.field === "" ? "the object" : code(facts.field);
    return {
      message: `${place} breaks a validation rule of its CRD`,
      label: "breaks the rule",
      notes: [`the rule is: ${facts.rule}`],
      ...helpWithReleases(facts),
    };
  },
});
