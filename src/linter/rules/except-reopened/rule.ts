import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { provenBy } from "../proofs/proofs.js";
import { restating } from "../plugins/restated.js";
import { reopenedExceptions } from "../proofs/reopening.js";
import { ruleNameText, rulesText, scopeText } from "../words/proof.js";
import { howMany } from "../../../cluster/problems/selection.js";

/**
 * Proves that all addresses of an exception are allowed on the same ports by other rules, for all pods that the policy
 * selects (S-IP-3).
 */
export const exceptReopened = defineRule({
  id: "except-reopened",
  level: "warning",
  category: "misleading",
  summary: "an exception that another rule allows",
  rationale:
    "An exception only excludes addresses from its own CIDR; it doesn't deny them. If another peer, rule or policy allows the same addresses and ports, the exception has no effect.",
  reference: "S-IP-3",
  examples: { bad, good },
  needs: ["pods"],
  isAboutFlows: true,
  check: (cluster) =>
    restating("except-cancels-allow", cluster) === undefined ? provenBy(reopenedExceptions)(cluster) : [],
  word({ rule, except, cidr, by, scope }) {
    return {
      message: `${code(except)} is an exception of ${code(cidr)} in ${ruleNameText(rule)}, but ${rulesText(by, rule)} ${howMany(by) === 1 ? "allows" : "allow"} it`,
      label: "excepted here, allowed elsewhere",
      related: by.first.map(() => "allows it"),
      notes: [scopeText(scope)],
      help: "add the exception to the other rule too, or remove it here",
    };
  },
});
