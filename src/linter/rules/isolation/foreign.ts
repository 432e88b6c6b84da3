import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Endpoint } from "../../../cluster/model/endpoint.js";

/**
 * True where policies of another vendor, which anp doesn't evaluate, may allow what NetworkPolicies deny to or from the pods of a
 * namespace, or isolate those that these leave open: nothing is known to be blocked or unprotected there (S-IN-10).
 */
export function mayBeDecidedByForeign({ facts }: Cluster, namespace: string | undefined): boolean {
  if (namespace === undefined) return false;
  return facts.foreignPolicies.some(
    ({ mayDecideIn }) => mayDecideIn === "all namespaces" || mayDecideIn.has(namespace),
  );
}

/** The same of what is to or from an end: only of pods do NetworkPolicies decide. */
export function mayBeDecidedByForeignAt(cluster: Cluster, end: Endpoint): boolean {
  return end.type === "pod" && mayBeDecidedByForeign(cluster, end.namespace);
}
