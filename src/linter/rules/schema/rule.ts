import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { helpWithReleases } from "../words/releases.js";
import { violationWording } from "../words/violation.js";

/** The words for what the structure of a CRD, or of Go's types, does not allow (V-CR-1). */
export const schema = defineRule({
  id: "schema",
  level: "error",
  category: "rejected",
  summary: "a value that doesn't fit the object's schema",
  rationale:
    "A field is missing, has the wrong type, or has an unknown value. The API server refuses the whole object, so the policy has no effect: what it should protect stays open, and what it should open stays closed.",
  reference: "V-CR-1",
  foundBy: ["admission"],
  examples: { bad, good },
  fix: { kind: "safe" },
  word(facts) {
    const wording = violationWording(facts.field, facts.violation);
    return { ...wording, ...helpWithReleases(facts, wording.help) };
  },
});
