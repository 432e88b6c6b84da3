import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { provenBy } from "../proofs/proofs.js";
import { shadowedItems } from "../proofs/shadowing.js";
import { partText, rulesText, scopeText } from "../words/proof.js";

/**
 * Proves it of single peers and ports of a rule, where earlier rules decide all of it with the other action (S-EV-11).
 */
export const partiallyShadowedRule = defineRule({
  id: "partially-shadowed-rule",
  level: "info",
  category: "misleading",
  summary: "a rule of which a peer or a port is always decided before it is asked, and otherwise",
  rationale:
    "The first rule that matches decides. A rule may name peers and ports that earlier rules take whole, and do something else with: whoever reads it believes that it speaks for them. Rules that carve exceptions out of a later one are no matter: what is left of each of its peers and ports still acts.",
  reference: "S-EV-11",
  examples: { bad, good },
  needs: ["pods"],
  check: provenBy(shadowedItems),
  word({ rule, part, by, scope }) {
    return {
      message: `${partText(part, rule)} never acts: ${rulesText(by, rule)} ${by.first.length + by.more === 1 ? "decides" : "decide"} all of it first, and otherwise`,
      label: `another rule decides for this ${part}`,
      related: by.first.map(() => "decides before"),
      notes: [scopeText(scope)],
      help: `remove it here, or from what decides first`,
    };
  },
});
