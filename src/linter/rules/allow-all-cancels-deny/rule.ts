import bad from "./bad.yaml";
import good from "./good.yaml";
import { firstFew } from "../../../cluster/problems/selection.js";
import { cancelledTogether } from "./together.js";
import { defineRule } from "../define.js";
import { cancelledAlone } from "../proofs/cancelled-alone.js";
import { provenWithoutPods } from "../proofs/alone.js";
import { cancelledPolicies } from "../proofs/cancelling.js";
import { ruleNameText, scopeText } from "../words/proof.js";
import { someText } from "../words/selection.js";

/**
 * Asks of each pair of NetworkPolicies in a namespace whether one opens all that the other isolates, by the rules that
 * can be built (S-EV-12).
 */
export const allowAllCancelsDeny = defineRule({
  id: "allow-all-cancels-deny",
  level: "warning",
  category: "risky",
  summary: "a NetworkPolicy with no effect: another policy allows everything",
  rationale:
    "NetworkPolicies that select the same pod add up. If one of them allows everything, the others have no effect on that pod. Several that the same rule cancels are one finding, at that rule.",
  reference: "S-EV-12",
  examples: { bad, good },
  isAboutFlows: true,
  check: provenWithoutPods(cancelledPolicies, cancelledAlone),
  together: cancelledTogether,
  word({ policy, also = [], direction, by, scope }) {
    const isOne = also.length === 0;
    const policies = someText(firstFew([policy, ...also]), "and");
    return {
      message: `${policies} ${isOne ? "restricts" : "restrict"} no ${direction}: ${ruleNameText(by)} allows everything for the same pods`,
      label: isOne ? "cancelled by the other policy" : "allows everything",
      ...(isOne ? { related: ["allows everything"] } : {}),
      notes: [scopeText(scope)],
      help: "narrow the rule that allows everything; policies only add up, they can't take anything back",
    };
  },
});
