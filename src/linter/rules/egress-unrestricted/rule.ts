import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { judgedNamespaces, policiesIn, restrictsIngressOnly } from "../isolation/default-deny.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Judged by namespace whose policies all restrict ingress alone; `no-default-deny` then says nothing of egress
 * (S-EV-12).
 */
export const egressUnrestricted = defineRule({
  id: "egress-unrestricted",
  level: "info",
  category: "risky",
  summary: "a namespace whose policies restrict only ingress",
  rationale:
    "Ingress and egress are isolated separately. If every policy covers only ingress, a compromised pod can still send anything anywhere: to the internet, the nodes, the cloud's metadata service.",
  reference: "S-EV-12",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    for (const namespace of judgedNamespaces(cluster)) {
      if (!restrictsIngressOnly(cluster, namespace)) continue;
      const policies = policiesIn(cluster, namespace);
      const [first] = policies;
      const at = first?.rules.ingress?.origin;
      if (first === undefined || at === undefined) continue;
      const facts = { namespace: namespace.name, policies: policies.length };
      yield { code: "egress-unrestricted", facts, at, object: first.ref };
    }
  },
  word({ namespace, policies }) {
    return {
      message:
        policies === 1
          ? `the only policy of namespace ${code(namespace)} restricts only ingress`
          : `all ${policies} policies of namespace ${code(namespace)} restrict only ingress`,
      label: "egress is not restricted",
      help: "add a NetworkPolicy with `policyTypes: [Egress]` that allows what the pods need, including DNS",
    };
  },
});
