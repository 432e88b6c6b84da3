import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { provenBy } from "../proofs/proofs.js";
import type { ProofFacts } from "../../../cluster/problems/proofs.js";
import { vacuousPolicies } from "../proofs/vacuity.js";
import { rulesText, scopeText } from "../words/proof.js";
import { howMany } from "../../../cluster/problems/selection.js";

/**
 * Proves that every verdict is the same without the policy; policies that select nothing have another rule (S-EV-15).
 */
export const vacuousPolicy = defineRule({
  id: "vacuous-policy",
  level: "warning",
  category: "never-works",
  summary: "a policy that changes nothing",
  rationale:
    "A policy that selects pods and has rules, but changes no verdict: nothing would have decided what its Pass rules skip, its Baseline rules accept what the default allows anyway, or the Admin tier decides everything first. anp doesn't report Accept and Deny in the Admin tier, which guard against future policies.",
  reference: "S-EV-15",
  examples: { bad, good },
  noFix: "Whether rules are missing or the policy is left over isn't known.",
  needs: ["pods"],
  isAboutFlows: true,
  check: provenBy(vacuousPolicies),
  word({ policy, why, by, scope }) {
    return {
      message: `${code(policy)} changes nothing: ${whyText(why, by)}`,
      related: by.first.map(() => "decides first"),
      notes: [scopeText(scope)],
      help: "remove it, or add the rules it needs",
    };
  },
});

type Facts = ProofFacts["vacuous-policy"];

function whyText(why: Facts["why"], by: Facts["by"]): string {
  switch (why) {
    case "decided-before":
      return `${rulesText(by)} ${howMany(by) === 1 ? "decides" : "decide"} all traffic of its pods in the Admin tier`;
    case "leads-where-all-leads":
      return "its rules pass traffic that no later rule of the tier would decide";
    case "not-isolated":
      return "nothing isolates its namespace, so everything is allowed anyway";
  }
}
