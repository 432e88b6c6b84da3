import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { count } from "../../../base/text/count.js";
import { defineRule } from "../define.js";
import { withoutMeantOtherwise } from "./told.js";
import { needlessTogether } from "./together.js";
import { redundantAlone } from "../proofs/covered-alone.js";
import { provenWithoutPods } from "../proofs/alone.js";
import { redundantRules } from "../proofs/redundant-rules.js";
import { ruleNameText, rulesText, scopeText } from "../words/proof.js";
import type { ProofScope } from "../../../cluster/problems/proofs.js";
import { howMany } from "../../../cluster/problems/selection.js";

/**
 * Proves that the other rules of its policy decide the same in the same way; of two alike, one is reported (S-EV-12).
 */
export const redundantRule = defineRule({
  id: "redundant-rule",
  level: "info",
  category: "style",
  summary: "a rule that other rules of its policy make redundant",
  rationale:
    "A redundant rule makes a policy harder to read, and hides that removing another rule wouldn't close the traffic. Of two such rules, anp reports one; the rules that one other makes redundant are one finding. Four kinds of redundant rules may be there on purpose, and are reported only with `--rule redundant-rule=info`: one for the same peers as a rule with more ports; one for DNS alone, which stays when the other one is narrowed; one that is redundant only by the labels of today's pods, since it may match a future pod alone; and one beside a rule whose comment says that it is open to the outside (`# NodePort`), if both have a comment.",
  reference: "S-EV-12",
  examples: { bad, good },
  isAboutFlows: true,
  isAboutNeedless: true,
  check: provenWithoutPods(redundantRules, redundantAlone),
  noFix:
    "Removing it is right only while the other rule stays, in most cases only for the pods of this input.",
  withoutTold: withoutMeantOtherwise,
  together: needlessTogether,
  levelOf: ({ scope, isForFewerPorts, isForDns, isSaid }) =>
    isForFewerPorts || isForDns || isSaid || isOfNow(scope) ? "off" : "info",
  word({ rule, by, scope, also = [] }, { related = [] }) {
    const others = `${rulesText(by, rule)} ${howMany(by) === 1 ? "does" : "do"} the same`;
    return {
      message:
        also.length === 0
          ? `${ruleNameText(rule)} adds nothing: ${others} for all of it`
          : `${count(also.length + 1, `${rule.direction} rule`)} of ${code(rule.policy)} add nothing: ${others} for all of them`,
      label: isOfNow(scope)
        ? "removing it changes nothing for the pods of now"
        : "removing it changes nothing",
      related: related.map(({ role }) => (role === "too" ? "nor does removing this" : "does the same")),
      notes: [scopeText(scope)],
      help: `${isOfNow(scope) ? "unless pods to come need it, " : ""}remove ${also.length === 0 ? "it" : "them"}, or narrow the other rule`,
    };
  },
});

/** True where the others do the same by the labels that pods have now: one to come may be matched by this rule alone. */
function isOfNow({ type }: ProofScope): boolean {
  return type === "this-cluster";
}
