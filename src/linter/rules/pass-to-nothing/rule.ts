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
  summary: "a Pass that nothing handles, so everything is allowed",
  rationale:
    "Pass leaves the decision to NetworkPolicies and the Baseline tier. If none of them selects the pods, the default allows the traffic, so Pass has the same effect as Accept.",
  reference: "S-EV-15",
  examples: { bad, good },
  needs: ["pods"],
  isAboutFlows: true,
  check: provenBy(passesToNothing),
  word({ rule, scope }) {
    return {
      message: `${ruleNameText(rule)} passes traffic on, but nothing handles it, so all of it is allowed`,
      label: "has the same effect as Accept",
      notes: [scopeText(scope)],
      help: "add a NetworkPolicy or Baseline policy for the pods, or write Accept if that is what you mean",
    };
  },
});
