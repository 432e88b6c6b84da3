import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { provenBy } from "../proofs/proofs.js";
import { passesToNothing } from "../proofs/passing.js";
import { ruleNameText, scopeText } from "../words/proof.js";

/** Proves of each Pass that no NetworkPolicy and no Baseline rule decides any of what it passes (S-EV-15). */
export const passToNothing = defineRule({
  id: "pass-to-nothing",
  level: "warning",
  category: "misleading",
  summary: "a Pass after which nothing decides, so that the default allows",
  rationale:
    "Pass leaves the decision to the NetworkPolicies and the Baseline tier. Where none of those selects the pods, the default allows: the rule opens what a later rule of its tier would have decided, although it does not read like an Accept.",
  reference: "S-EV-15",
  examples: { bad, good },
  needs: ["pods"],
  check: provenBy(passesToNothing),
  word({ rule, scope }) {
    return {
      message: `${ruleNameText(rule)} passes to nothing: no NetworkPolicy and no Baseline policy decides, so the default allows all of it`,
      label: "comes to the same as Accept",
      notes: [scopeText(scope)],
      help: "isolate the pods by a NetworkPolicy or a Baseline policy, or write Accept if that is meant",
    };
  },
});
