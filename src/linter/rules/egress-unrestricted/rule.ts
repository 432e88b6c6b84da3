import bad from "./bad.yaml";
import good from "./good.yaml";
import { defineRule } from "../define.js";
import { judgedNamespaces, policiesIn, restrictsIngressOnly } from "../isolation/default-deny.js";
import { someText } from "../words/selection.js";
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
    "Ingress and egress are isolated separately. If every policy covers only ingress, a compromised pod can still send anything anywhere: to the internet, the nodes, the cloud's metadata service.",
  reference: "S-EV-12",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    const open = judgedNamespaces(cluster)
      .filter((namespace) => restrictsIngressOnly(cluster, namespace))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const policies = open.flatMap((namespace) => policiesIn(cluster, namespace));
    const [first] = policies;
    const at = first?.rules.ingress?.origin;
    if (first === undefined || at === undefined) return;
    const names = open.map(({ name }) => name);
    const namespaces = { first: names.slice(0, NAMED), more: Math.max(0, names.length - NAMED) };
    yield {
      code: "egress-unrestricted",
      facts: { namespaces, policies: policies.length },
      at,
      object: first.ref,
    };
  },
  word({ namespaces, policies }) {
    const count = namespaces.first.length + namespaces.more;
    const which = policies === 1 ? "the only policy" : `all ${policies} policies`;
    return {
      message: `${which} of ${count === 1 ? "namespace" : "namespaces"} ${someText(namespaces, "and")} ${policies === 1 ? "restricts" : "restrict"} only ingress`,
      label: "egress is not restricted",
      help: "add a NetworkPolicy with `policyTypes: [Egress]` that allows what the pods need, including DNS",
    };
  },
});

/** How many namespaces are named. */
const NAMED = 5;
