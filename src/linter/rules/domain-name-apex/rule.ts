import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { isInClusterName, normaliseDomain } from "../../../cluster/model/cluster-names.js";
import { matchesDomain } from "../../../semantics/match/domain.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Peer, Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

const WILDCARD = "*.";

/**
 * Told once for each domain of a policy, unless another pattern of the policy covers the domain itself or the name is
 * one of the cluster's own (S-FQ-3).
 */
export const domainNameApex = defineRule({
  id: "domain-name-apex",
  level: "info",
  category: "misleading",
  summary: "a wildcard that doesn't match the domain itself",
  rationale:
    "`*.example.com` matches one or more labels before the domain. It doesn't match `example.com` itself, which is often meant too.",
  reference: "S-FQ-3",
  examples: { bad, good },
  *check({ policies, facts }): Generator<Problem> {
    for (const policy of policies) {
      const domains = domainsOf(policy);
      const told = new Set<string>();
      for (const { pattern, origin } of domains) {
        const apex = normaliseDomain(pattern).slice(WILDCARD.length);
        if (!pattern.startsWith(WILDCARD) || told.has(apex) || isInClusterName(pattern, facts)) continue;
        told.add(apex);
        if (domains.some((other) => matchesDomain(other.pattern, apex))) continue;
        yield { code: "domain-name-apex", facts: { pattern, apex }, at: origin, object: policy.ref };
      }
    }
  },
  noFix: "Whether the domain itself is meant is not in the text.",
  word({ pattern, apex }) {
    return {
      message: `${code(pattern)} does not match ${code(apex)} itself`,
      label: "only names below the domain",
      help: `if you also mean ${code(apex)}, add it to the list`,
    };
  },
});

function domainsOf(policy: Policy): (Peer & { readonly type: "domains" })[] {
  return rulesOf(policy)
    .flatMap(({ rule }) => peersOf(rule))
    .filter((peer) => peer.type === "domains");
}
