import bad from "./bad.yaml";
import good from "./good.yaml";
import { clusterDeniesOf } from "../dns/cluster-denies.js";
import { clusterDns } from "../../../cluster/model/cluster-dns.js";
import { code } from "../words/code.js";
import { concernedBy } from "../flows/subjects.js";
import { concernedText } from "../words/exposure.js";
import { conjunction } from "../../../base/text/list.js";
import { defineRule } from "../define.js";
import type { ClusterNeed, DenyHitsClusterServices } from "../../../cluster/problems/exposure.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * One finding for each deny of the Admin or Baseline tier that is for every namespace and covers what a cluster needs;
 * a rule of higher precedence that lets it through silences it (S-IP-3).
 */
export const denyHitsClusterServices = defineRule({
  id: "deny-hits-cluster-services",
  level: "warning",
  category: "risky",
  summary: "a deny for every namespace that blocks cluster DNS, the API server or system pods",
  rationale:
    "Every namespace includes `kube-system`, and `networks` match the addresses of pods and nodes too. A Deny of everything blocks DNS, the API server and system pods, unless a rule with higher precedence accepts them.",
  reference: "S-IP-3",
  examples: { bad, good },
  needs: ["dns", "api-server"],
  concerns: ({ policies }) => policies.some(({ tier }) => tier !== "NetworkPolicy"),
  isAboutFlows: true,
  *check(cluster): Generator<Problem> {
    const dns = clusterDns(cluster)?.name;
    for (const { policy, rule, direction, needs, dnsOver, rows, witness } of clusterDeniesOf(cluster)) {
      const [only, ...others] = dnsOver;
      const over = others.length === 0 ? only : undefined;
      const facts = { direction, needs, dns, dnsOver: over, concerned: concernedBy(rows) };
      const at = rule.actionOrigin ?? rule.origin;
      yield { code: "deny-hits-cluster-services", facts, at, object: policy.ref, witness };
    }
  },
  word(facts) {
    const { needs, concerned } = facts;
    return {
      message: `this rule for every namespace denies ${conjunction(needs.map((need) => NEEDS[need](facts)))}`,
      label: "nothing with higher precedence accepts it",
      notes: [`it cuts off ${concernedText(concerned)}`],
      help: HELP[needs[0] ?? "kube-system"](facts),
    };
  },
});

type NeedWords = Readonly<Record<ClusterNeed, (facts: DenyHitsClusterServices) => string>>;

const NEEDS: NeedWords = {
  dns: ({ dns = "", dnsOver }) =>
    `cluster DNS (${code(dns)})${dnsOver === undefined ? "" : ` over ${dnsOver}`}`,
  "api-server": () => "the API server",
  "kube-system": ({ direction }) =>
    direction === "egress" ? "egress of `kube-system` pods" : "ingress to `kube-system` pods",
};

const HELP: NeedWords = {
  dns: ({ dns = "" }) => `accept DNS to the pods behind ${code(dns)} in a rule before this one`,
  "api-server": () => "accept the API server's nodes and port in a rule before this one",
  "kube-system": () => "exclude `kube-system` from the subject",
};
