import bad from "./bad.yaml";
import good from "./good.yaml";
import { namedRulesOf } from "../dns/named-rules.js";
import { concernedBy, flowsOf } from "../flows/subjects.js";
import { concernedText, dnsPortsText } from "../words/exposure.js";
import { code } from "../words/code.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import { deniedWitness } from "../dns/witness.js";
import { dnsFlowsOf, type DeniedQuestions } from "../dns/access.js";
import { isClusterWideDeny } from "../dns/cluster-denies.js";
import { missingDns } from "../dns/missing.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { DnsEgressMissing } from "../../../cluster/problems/exposure.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Wording } from "../../../cluster/problems/diagnostic.js";

/**
 * Walks egress from every class of pods to the pods behind the DNS Service. What a cluster-wide deny takes away is
 * told by `deny-hits-cluster-services` (S-VIP-1).
 */
export const dnsEgressMissing = defineRule({
  id: "dns-egress-missing",
  level: "warning",
  category: "risky",
  summary: "pods with isolated egress that can't reach cluster DNS",
  rationale:
    "Isolating egress also blocks DNS, so connections by name time out. Policy applies behind the DNS Service: the rule must allow its pods and the port they listen on, over UDP and, for long answers, TCP. anp doesn't report pods that may not send anything.",
  reference: "S-VIP-1",
  examples: { bad, good },
  needs: ["dns"],
  concerns: ({ policies }) => policies.some(({ rules }) => rules.egress !== undefined),
  isAboutFlows: true,
  *check(cluster): Generator<Problem> {
    const dns = dnsFlowsOf(cluster);
    if (dns === undefined) return;
    const flows = flowsOf(cluster);
    const told = toldElsewhere(cluster);
    const denied = dns.denied.filter((each) => !told.has(each) && !isDeniedToAll(each));
    for (const { cause, at, object, denied: alike } of missingDns(flows, dns, denied)) {
      const [first] = alike;
      const witness = deniedWitness(flows, first);
      if (witness === undefined) continue;
      const missing = first.missing.map(({ protocol, port }) => ({ protocol, port }));
      const concerned = concernedBy(alike.flatMap(({ subject }) => subject.rows));
      const facts = { dns: dns.dns.name, missing, isPartial: first.isPartial, cause, concerned };
      yield { code: "dns-egress-missing", facts, at, object, witness };
    }
  },
  noFix:
    "The edit depends on the whole policy: `anp explain --suggest` makes it, asks again, and says what it also opens.",
  word(facts) {
    const { dns, missing, isPartial, cause, concerned } = facts;
    const over = conjunction(
      missing.map(({ protocol }) => protocol),
      "or",
    );
    return {
      message: `${concernedText(concerned)} cannot reach cluster DNS (${code(dns)})${isPartial ? ` over ${over}` : ""}`,
      ...CAUSES[cause](facts),
      help: `allow egress to the pods behind ${code(dns)} on ${dnsPortsText(missing)}`,
    };
  },
});

const CAUSES: Readonly<
  Record<DnsEgressMissing["cause"], (facts: DnsEgressMissing) => Pick<Wording, "label" | "notes">>
> = {
  "no-rule": () => ({ label: "isolates egress, and no rule allows DNS" }),
  "service-port": ({ missing }) => ({
    label: "the Service's port, not its pods'",
    notes: [`policy applies behind the Service, where the pods listen on ${dnsPortsText(missing)}`],
  }),
  "service-address": () => ({
    label: "contains the Service's address, not its pods'",
    notes: [
      "policy applies to the address behind the Service; some network plugins also match the Service's own",
    ],
  }),
  "other-protocol": ({ missing }) => ({
    label: `not over ${missing.map(({ protocol }) => protocol).join()}`,
    notes: missing.map(({ protocol }) =>
      protocol === "TCP"
        ? "answers that are too long for UDP are retried over TCP"
        : "DNS queries use UDP first",
    ),
  }),
  denied: () => ({ label: "denies it" }),
};

/** What a rule says that denies it to all, or whose names cannot be resolved for it, is not told twice. */
function toldElsewhere(cluster: Cluster): ReadonlySet<DeniedQuestions> {
  const named = new Set(
    namedRulesOf(cluster).flatMap((rule) => rule.acting.map(({ subject }) => subject.of)),
  );
  const denied = dnsFlowsOf(cluster)?.denied ?? [];
  return new Set(denied.filter(({ subject, isPartial }) => !isPartial && named.has(subject.of)));
}

function isDeniedToAll({ missing }: DeniedQuestions): boolean {
  return missing.some(({ by }) => isClusterWideDeny(by));
}
