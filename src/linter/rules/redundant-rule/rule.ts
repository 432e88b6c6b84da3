import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { provenBy } from "../proofs/proofs.js";
import { redundantRules } from "../proofs/redundant-rules.js";
import { ruleNameText, rulesText, scopeText } from "../words/proof.js";

/**
 * Proves that the other rules of its policy decide the same in the same way; of two alike, one is reported (S-EV-12).
 */
export const redundantRule = defineRule({
  id: "redundant-rule",
  level: "info",
  category: "style",
  summary: "a rule whose traffic the other rules of its policy decide in the same way",
  rationale:
    "A rule that adds nothing makes a policy longer to read, and hides what removing another rule would do: the traffic stays open. Which of two such rules is reported does not matter; only one of them is.",
  reference: "S-EV-12",
  examples: { bad, good },
  needs: ["pods"],
  check: provenBy(redundantRules),
  word({ rule, by, scope }) {
    return {
      message: `${ruleNameText(rule)} adds nothing: ${rulesText(by, rule)} ${by.first.length + by.more === 1 ? "does" : "do"} the same for all of it`,
      label: "without it nothing changes",
      related: by.first.map(() => "does the same"),
      notes: [scopeText(scope)],
      help: "remove it, or narrow the other rule",
    };
  },
});
