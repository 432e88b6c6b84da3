import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Looks for a domain name in the name of a Deny rule whose peers are all addresses; other actions are not judged
 * (S-FQ-6).
 */
export const denyByNameImpossible = defineRule({
  id: "deny-by-name-impossible",
  level: "info",
  category: "misleading",
  summary: "a rule that is named after a domain but denies addresses",
  rationale:
    "Policies can't deny by name. A list of a name's current addresses goes stale when DNS changes, and it denies every other name on the same addresses. `domainNames` only works with Accept.",
  reference: "S-FQ-6",
  examples: { bad, good },
  *check({ policies }): Generator<Problem> {
    for (const policy of policies) {
      for (const { rule } of rulesOf(policy)) {
        const peers = peersOf(rule);
        const name = domainIn(rule.name ?? "");
        if (rule.action !== "Deny" || name === undefined || peers.length === 0) continue;
        if (!peers.every(({ type }) => type === "addresses")) continue;
        const at = rule.actionOrigin ?? rule.origin;
        yield { code: "deny-by-name-impossible", facts: { name }, at, object: policy.ref };
      }
    }
  },
  word({ name }) {
    return {
      message: `this rule denies addresses, not the name ${code(name)}`,
      label: "matches only the addresses",
      help: "accept the wanted names with `domainNames`, then deny everything else with `networks`",
    };
  },
});

/** A domain name among the words of a rule's name: labels of letters, digits and hyphens, the last one of letters. */
function domainIn(text: string): string | undefined {
  return text.split(/[\s,;:()"']+/).find((word) => {
    const labels = word.replace(/^\*\./, "").split(".");
    return (
      labels.length > 1 &&
      labels.every((label) => /^[a-z0-9-]+$/i.test(label)) &&
      /^[a-z]{2,}$/i.test(labels.at(-1) ?? "")
    );
  });
}
