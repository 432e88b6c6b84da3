import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { provenBy } from "../proofs/proofs.js";
import { overriddenRules } from "../proofs/overriding.js";
import { partText, rulesText, scopeText } from "../words/proof.js";
import { howMany } from "../../../cluster/problems/selection.js";

/**
 * Proves of each rule of a NetworkPolicy, or a peer or port of it, that Admin denies take all that it allows
 * (S-EV-10).
 */
export const overriddenByAdminTier = defineRule({
  id: "overridden-by-admin-tier",
  level: "warning",
  category: "never-works",
  summary: "a NetworkPolicy that allows what the Admin tier denies",
  rationale:
    "The Admin tier is evaluated before NetworkPolicies, and its Deny is final. A NetworkPolicy that allows the same traffic has no effect, and its author may not see why: only an administrator can allow the traffic.",
  reference: "S-EV-10",
  examples: { bad, good },
  noFix: "What an administrator decides isn't changed by a namespace's policy.",
  needs: ["pods"],
  isAboutFlows: true,
  check: provenBy(overriddenRules),
  word({ rule, part, by, scope }) {
    return {
      message: `${partText(part, rule)} opens nothing: ${rulesText(by)} of the Admin tier ${howMany(by) === 1 ? "denies" : "deny"} all of it first`,
      label: "denied before it is reached",
      related: by.first.map(() => "denies it"),
      notes: [scopeText(scope)],
      help: "ask an administrator for a Pass before the Deny, or remove this",
    };
  },
});
