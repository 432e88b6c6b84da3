import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { shadowedAlone } from "../proofs/covered-alone.js";
import { provenWithoutPods } from "../proofs/alone.js";
import { shadowedRules } from "../proofs/shadowing.js";
import { ruleNameText, rulesText, scopeText } from "../words/proof.js";
import type { Precedence } from "../../../cluster/problems/proofs.js";
import { howMany } from "../../../cluster/problems/selection.js";

const HELP: Readonly<Record<Precedence, string>> = {
  rules: "move it before the rule that decides first, or remove it",
  policies: "give its policy a lower priority number than that of the rule that decides first, or remove it",
  tiers: "remove it, or let the rule that decides first match less: its tier is asked first",
};

/** Proves of rules of the ordered tiers that earlier ones take all that they match, over all flows (S-EV-11). */
export const shadowedRule = defineRule({
  id: "shadowed-rule",
  level: "warning",
  category: "never-works",
  summary: "a rule that is never reached",
  rationale:
    "In the Admin and Baseline tiers the first matching rule decides, and lower priority numbers go first. A rule whose traffic is all decided earlier has no effect: an Accept after a Deny opens nothing, a Deny after an Accept closes nothing.",
  reference: "S-EV-11",
  examples: { bad, good },
  isAboutFlows: true,
  isAboutNeedless: true,
  check: provenWithoutPods(shadowedRules, shadowedAlone),
  word({ rule, by, scope, precedence }) {
    return {
      message: `${ruleNameText(rule)} is never reached: ${rulesText(by, rule)} ${howMany(by) === 1 ? "decides" : "decide"} all its traffic first`,
      label: "has no effect",
      related: by.first.map(() => "decides first"),
      notes: [scopeText(scope)],
      help: HELP[precedence],
    };
  },
});
