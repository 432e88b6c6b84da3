import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { judgedNamespaces, policiesIn, restricts, restrictsIngressOnly } from "../isolation/default-deny.js";
import { someText } from "../words/selection.js";
import { howMany, firstFew } from "../../../cluster/problems/selection.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * One note for all namespaces whose policies all restrict ingress alone; `no-default-deny` then says nothing of egress
 * (S-EV-12).
 */
export const egressUnrestricted = defineRule({
  id: "egress-unrestricted",
  level: "info",
  category: "risky",
  summary: "a namespace whose policies restrict only ingress",
  rationale:
    "Ingress and egress are isolated separately. If every policy covers only ingress, a compromised pod can still send anything anywhere: to the internet, the nodes, the cloud's metadata service. Whoever has no policy for egress anywhere has mostly decided so: it is reported where at least two other namespaces, and at least as many, have some. With a level of your own (`--rule egress-unrestricted=info`), it is always reported.",
  reference: "S-EV-12",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    const open = judgedNamespaces(cluster)
      .filter((namespace) => restrictsIngressOnly(cluster, namespace))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const policies = open.flatMap((namespace) => policiesIn(cluster, namespace));
    const first = policies.find(({ rules }) => rules.ingress !== undefined);
    const at = first?.rules.ingress?.origin;
    if (first === undefined || at === undefined) return;
    // A policy that allows all egress restricts none, here as there.
    const restricted = judgedNamespaces(cluster).filter((namespace) =>
      policiesIn(cluster, namespace).some((policy) => restricts(policy, "egress")),
    );
    yield {
      code: "egress-unrestricted",
      facts: {
        namespaces: firstFew(open.map(({ name }) => name)),
        policies: policies.length,
        others: firstFew(restricted.map(({ name }) => name)),
      },
      at,
      object: first.ref,
    };
  },
  levelOf: ({ namespaces, others }) => (howMany(others) >= Math.max(2, howMany(namespaces)) ? "info" : "off"),
  word({ namespaces, policies, others }) {
    const count = howMany(namespaces);
    const which = policies === 1 ? "the only policy" : `all ${policies} policies`;
    return {
      message: `${which} of ${count === 1 ? "namespace" : "namespaces"} ${someText(namespaces, "and")} ${policies === 1 ? "restricts" : "restrict"} only ingress`,
      label: "egress is not restricted",
      ...(howMany(others) === 0
        ? {}
        : {
            notes: [
              `policies of ${howMany(others) === 1 ? "namespace" : "namespaces"} ${someText(others, "and")} restrict egress`,
            ],
          }),
      help: "add a NetworkPolicy with `policyTypes: [Egress]` that allows what the pods need, including DNS",
    };
  },
});
