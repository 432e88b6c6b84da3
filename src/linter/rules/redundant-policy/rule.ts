import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { withMore } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { provenBy } from "../proofs/proofs.js";
import { redundantPolicies } from "../proofs/redundant-policies.js";
import { scopeText } from "../words/proof.js";

/**
 * Proves that verdicts are the same without the policy, as far as other NetworkPolicies isolate and allow the same
 * (S-EV-12).
 */
export const redundantPolicy = defineRule({
  id: "redundant-policy",
  level: "info",
  category: "style",
  summary: "a NetworkPolicy that other policies make redundant",
  rationale:
    "Policies add up. If other policies isolate the same pods and allow at least as much, this one changes nothing. While it exists, narrowing the others may not close what you expect. anp doesn't report policies that only deny.",
  reference: "S-EV-12",
  examples: { bad, good },
  needs: ["pods"],
  isAboutFlows: true,
  isAboutNeedless: true,
  check: provenBy(redundantPolicies),
  word({ policy, by, more, scope }) {
    const others = withMore(by.map(code), more);
    return {
      message: `${code(policy)} adds nothing: ${others} ${by.length + more === 1 ? "isolates" : "isolate"} its pods too, and ${by.length + more === 1 ? "allows" : "allow"} all that it does`,
      label: "removing it changes nothing",
      related: by.map(() => "does the same"),
      notes: [scopeText(scope)],
      help: "remove it, or narrow the other policy",
    };
  },
});
