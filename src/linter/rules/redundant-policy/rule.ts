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
  summary: "a NetworkPolicy whose isolation and rules other policies have too",
  rationale:
    "Policies add up. One that isolates only pods that others isolate as well, and allows only what they allow, can go without any change; as long as it stays, narrowing one of the others does not close what it seems to. A policy that only denies is no such thing: it is written to stay whatever else is allowed.",
  reference: "S-EV-12",
  examples: { bad, good },
  needs: ["pods"],
  check: provenBy(redundantPolicies),
  word({ policy, by, more, scope }) {
    const others = withMore(by.map(code), more);
    return {
      message: `${code(policy)} adds nothing: ${others} ${by.length + more === 1 ? "isolates" : "isolate"} its pods too, and ${by.length + more === 1 ? "allows" : "allow"} all that it does`,
      label: "without it nothing changes",
      related: by.map(() => "does the same"),
      notes: [scopeText(scope)],
      help: "remove it, or narrow what makes up for it",
    };
  },
});
