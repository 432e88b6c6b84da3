import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { withMore } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { firstFew } from "../../../cluster/problems/selection.js";
import { madeUpTogether } from "./together.js";
import { provenWithoutPods } from "../proofs/alone.js";
import { redundantPoliciesAlone } from "../proofs/redundant-policies-alone.js";
import { someText } from "../words/selection.js";
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
    "Policies add up. If other policies isolate the same pods and allow at least as much, this one changes nothing. While it exists, narrowing the others may not close what you expect; and if it is meant to restrict, it does not. Those that one other policy makes redundant are told together. anp doesn't report policies that only deny, nor, by default, those that allow DNS alone, and those of a name that policies of at least two other namespaces have: they are meant to stay when others are narrowed.",
  reference: "S-EV-12",
  examples: { bad, good },
  isAboutFlows: true,
  isAboutNeedless: true,
  check: provenWithoutPods(redundantPolicies, redundantPoliciesAlone),
  together: madeUpTogether,
  levelOf: ({ isForDns, isOfEach }) => (isForDns || isOfEach ? "off" : "info"),
  word({ policy, by, more, scope, also = [] }, { related = [] }) {
    const others = withMore(by.map(code), more);
    const [isolate, allow] = by.length + more === 1 ? ["isolates", "allows"] : ["isolate", "allow"];
    const isOne = also.length === 0;
    const which = someText(firstFew([policy, ...also]), "and");
    return {
      message: `${which} ${isOne ? "adds" : "add"} nothing: ${others} ${isolate} ${isOne ? "its" : "their"} pods too, and ${allow} all that ${isOne ? "it does" : "they do"}`,
      label: "removing it changes nothing",
      related: related.map(({ role }) => (role === "too" ? "nor does removing this" : "does the same")),
      notes: [scopeText(scope)],
      help: `remove ${isOne ? "it" : "them"}, or narrow the other policy`,
    };
  },
});
