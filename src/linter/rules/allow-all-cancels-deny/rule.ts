import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { cancelledAlone } from "../proofs/cancelled-alone.js";
import { provenWithoutPods } from "../proofs/alone.js";
import { cancelledPolicies } from "../proofs/cancelling.js";
import { ruleNameText, scopeText } from "../words/proof.js";

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
    "NetworkPolicies that select the same pod add up. If one of them allows everything, the others have no effect on that pod.",
  reference: "S-EV-12",
  examples: { bad, good },
  isAboutFlows: true,
  check: provenWithoutPods(cancelledPolicies, cancelledAlone),
  word({ policy, direction, by, scope }) {
    return {
      message: `${code(policy)} restricts no ${direction}: ${ruleNameText(by)} allows everything for the same pods`,
      label: "cancelled by the other policy",
      related: ["allows everything"],
      notes: [scopeText(scope)],
      help: "narrow the rule that allows everything; policies only add up, they can't take anything back",
    };
  },
});
