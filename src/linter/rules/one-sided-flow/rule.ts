import bad from "./bad.yaml";
import good from "./good.yaml";
import { count } from "../../../base/text/count.js";
import { code } from "../words/code.js";
import { withMore } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { oneSidedAlone } from "../proofs/one-sided-alone.js";
import { provenWithoutPods } from "../proofs/alone.js";
import { oneSidedPeers } from "../proofs/one-sided.js";
import { withoutConfigured } from "./told.js";
import { ruleNameText, scopeText } from "../words/proof.js";

/** Proves of each peer of an allowing rule that the other side denies all of it, whatever is unsettled (S-EV-3). */
export const oneSidedFlow = defineRule({
  id: "one-sided-flow",
  level: "warning",
  category: "never-works",
  summary: "a rule that allows traffic which the other side denies",
  rationale:
    "A connection needs both the source's egress and the destination's ingress. A rule opens nothing if the policies on the other side deny all of it. What one policy denies is reported once, however many rules allow it. Of pods that the input doesn't have, the policies alone tell: one must isolate all pods that the rule names, and none that may select one of them may allow it.",
  reference: "S-EV-3",
  examples: { bad, good },
  isAboutFlows: true,
  check: provenWithoutPods(oneSidedPeers, oneSidedAlone),
  withoutTold: withoutConfigured,
  noFix: "Either side may be wrong: `anp explain --suggest` offers the edits of both.",
  word({ rule, peers, morePeers, deniedBy, moreDeniers, others, scope }, { related = [] }) {
    const isEgress = rule.direction === "egress";
    const named = withMore(peers.map(code), morePeers);
    const denied =
      deniedBy === rule.policy && moreDeniers === 0
        ? `, but the policy's own ${isEgress ? "ingress" : "egress"} denies all of it`
        : moreDeniers > 0
          ? `, and ${code(deniedBy)} and ${moreDeniers} other${moreDeniers === 1 ? "" : "s"} deny all of it on the other side`
          : `, and ${code(deniedBy)} denies all of it on the other side`;
    return {
      message: `${ruleNameText(rule)} allows ${isEgress ? "traffic to" : "traffic from"} ${named}${denied}`,
      label: isEgress ? "denied at the destination" : "denied at the source",
      related: related.map(({ role }) => (role === "denies" ? "denies it" : "this is denied too")),
      notes: [
        ...(others === 0
          ? []
          : [`it also denies what ${count(others, "other peer")} ${others === 1 ? "allows" : "allow"}`]),
        scopeText(scope),
      ],
      help: `allow it in the ${isEgress ? "ingress of the destination" : "egress of the source"} too, or remove this`,
    };
  },
});
