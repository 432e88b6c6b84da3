import bad from "./bad.yaml";
import good from "./good.yaml";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import { namedRulesOf } from "../dns/named-rules.js";
import { code } from "../words/code.js";
import { concernedBy, flowsOf } from "../flows/subjects.js";
import { concernedText, dnsPortsText } from "../words/exposure.js";
import { defineRule } from "../define.js";
import { deniedWitness } from "../dns/witness.js";
import { dnsFlowsOf } from "../dns/access.js";
import { isClusterWideDeny } from "../dns/cluster-denies.js";
import type { Entry } from "../../../semantics/evaluate/entry.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Joins rules with names and pods that are denied DNS over every protocol; half a denial is `dns-egress-missing`
 * (S-FQ-4).
 */
export const domainNamesWithoutDns = defineRule({
  id: "domain-names-without-dns",
  level: "warning",
  category: "never-works",
  summary: "accepted names for pods that can't resolve them",
  rationale:
    "A rule with `domainNames` allows the addresses that cluster DNS returns to the pod. It doesn't allow DNS itself: if nothing else does, no address is ever learned, and the rule matches nothing.",
  reference: "S-FQ-4",
  examples: { bad, good },
  needs: ["dns"],
  concerns: ({ policies }) =>
    policies.flatMap(rulesOf).some(({ rule }) => peersOf(rule).some(({ type }) => type === "domains")),
  isAboutFlows: true,
  *check(cluster): Generator<Problem> {
    const dns = dnsFlowsOf(cluster);
    if (dns === undefined) return;
    const flows = flowsOf(cluster);
    const deniedOf = new Map(
      dns.denied
        .filter(({ isPartial, missing }) => !isPartial && !missing.some(({ by }) => isClusterWideDeny(by)))
        .map((each) => [each.subject.of, each]),
    );
    if (deniedOf.size === 0) return;
    for (const named of namedRulesOf(cluster)) {
      const denied = named.acting.flatMap(({ subject }) => deniedOf.get(subject.of) ?? []);
      const [first] = denied;
      if (first === undefined) continue;
      const witness = deniedWitness(flows, first);
      const place = placeOf(first.missing[0].by);
      if (place === undefined || witness === undefined) continue;
      const { name, policy } = named;
      const facts = {
        name: name.pattern,
        dns: dns.dns.name,
        missing: first.missing.map(({ protocol, port }) => ({ protocol, port })),
        denies: place.is,
        concerned: concernedBy(denied.flatMap(({ subject }) => subject.rows)),
      };
      const related = [{ at: place.at, role: "denies DNS" }];
      yield {
        code: "domain-names-without-dns",
        facts,
        at: name.origin,
        object: policy.ref,
        related,
        witness,
      };
    }
  },
  word({ name, dns, missing, denies, concerned }) {
    return {
      message: `${code(name)} is accepted, but ${concernedText(concerned)} can't resolve it: cluster DNS (${code(dns)}) is denied`,
      label: "its address is never learned",
      related: [denies === "rule" ? "denies DNS" : "isolates egress, and no rule allows DNS"],
      help: `accept egress to the pods behind ${code(dns)} on ${dnsPortsText(missing)} in a rule before it`,
    };
  },
});

/** Where DNS is denied: a rule's action, or what isolates the pods. */
function placeOf(by: Entry): { readonly is: "isolation" | "rule"; readonly at: Origin } | undefined {
  if (by.type === "rule") return { is: "rule", at: by.rule.actionOrigin ?? by.rule.origin };
  const [policy] = by.type === "isolation" ? by.policies : [];
  const at = policy?.rules.egress?.origin;
  return at === undefined ? undefined : { is: "isolation", at };
}
