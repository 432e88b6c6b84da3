import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { provenBy } from "../proofs/proofs.js";
import { shadowedItems } from "../proofs/shadowing.js";
import { partText, rulesText, scopeText } from "../words/proof.js";
import { howMany } from "../../../cluster/problems/selection.js";

/**
 * Proves it of single peers and ports of a rule, where earlier rules decide all of it with the other action (S-EV-11).
 */
export const partiallyShadowedRule = defineRule({
  id: "partially-shadowed-rule",
  level: "info",
  category: "misleading",
  summary: "a rule with a peer or port that an earlier rule always decides differently",
  rationale:
    "The first matching rule decides. If earlier rules decide all traffic of a peer or port, listing it here is misleading. anp doesn't report earlier rules that are just exceptions to a later one, as long as some traffic of each peer and port remains.",
  reference: "S-EV-11",
  examples: { bad, good },
  needs: ["pods"],
  isAboutFlows: true,
  check: provenBy(shadowedItems),
  word({ rule, part, by, scope }) {
    return {
      message: `${partText(part, rule)} has no effect: ${rulesText(by, rule)} ${howMany(by) === 1 ? "decides" : "decide"} all of it first, and differently`,
      label: `another rule decides for this ${part}`,
      related: by.first.map(() => "decides first"),
      notes: [scopeText(scope)],
      help: `remove it here, or from the rule that decides first`,
    };
  },
});
