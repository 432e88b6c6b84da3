import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { provenBy } from "../proofs/proofs.js";
import { shadowedRules } from "../proofs/shadowing.js";
import { ruleNameText, rulesText, scopeText } from "../words/proof.js";

/** Proves of rules of the ordered tiers that earlier ones take all that they match, over all flows (S-EV-11). */
export const shadowedRule = defineRule({
  id: "shadowed-rule",
  level: "warning",
  category: "never-works",
  summary: "a rule whose traffic is all decided before it is asked",
  rationale:
    "In the Admin and Baseline tiers the first rule that matches decides, and lower numbers of priority go first. A rule all of whose traffic an earlier one takes decides nothing: an Accept behind a Deny opens nothing, a Deny behind an Accept closes nothing.",
  reference: "S-EV-11",
  examples: { bad, good },
  needs: ["pods"],
  check: provenBy(shadowedRules),
  word({ rule, by, scope }) {
    return {
      message: `${ruleNameText(rule)} decides nothing: ${rulesText(by, rule)} ${by.first.length + by.more === 1 ? "comes" : "come"} first for all that it matches`,
      label: "never decides",
      related: by.first.map(() => "decides before"),
      notes: [scopeText(scope)],
      help: "move it before what decides first, or remove it",
    };
  },
});
