import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { breadthOfDomain } from "../../../questions/mistakes/broad-domains.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Compares wildcards with suffixes under which anybody can get a name (S-FQ-3). */
export const domainNameTooBroad = defineRule({
  id: "domain-name-too-broad",
  level: "warning",
  category: "risky",
  summary: "a wildcard under which anybody can have a name",
  rationale:
    "`*.co.uk` matches every name below `co.uk`, and `*.amazonaws.com` every customer's bucket: whoever wants to be reached can register such a name in minutes. A wildcard restricts only below a domain that is yours, or that one provider has for you.",
  reference: "S-FQ-3",
  examples: { bad, good },
  *check({ policies }): Generator<Problem> {
    for (const policy of policies) {
      for (const peer of rulesOf(policy).flatMap(({ rule }) => peersOf(rule))) {
        const kind = peer.type === "domains" ? breadthOfDomain(peer.pattern) : undefined;
        if (peer.type !== "domains" || kind === undefined) continue;
        yield {
          code: "domain-name-too-broad",
          facts: { pattern: peer.pattern, kind },
          at: peer.origin,
          object: policy.ref,
        };
      }
    }
  },
  word({ pattern, kind }) {
    return {
      message:
        kind === "public-suffix"
          ? `anybody can register a name that ${code(pattern)} matches`
          : `every customer of the provider has names that ${code(pattern)} matches`,
      label: kind === "public-suffix" ? "a public suffix" : "shared by many",
      help: "write the names that are needed, or a wildcard below your own domain",
    };
  },
});
