import type { Cluster } from "../../../cluster/model/cluster.js";

/**
 * True where policies of another vendor, which anp doesn't evaluate, may allow what NetworkPolicies deny to or from the pods of a
 * namespace: nothing is known to be blocked there (S-IN-10).
 */
export function mayBeAllowedByForeign({ facts }: Cluster, namespace: string | undefined): boolean {
  if (namespace === undefined) return false;
  return facts.foreignPolicies.some(
    ({ mayAllowIn }) => mayAllowIn === "all namespaces" || mayAllowIn.has(namespace),
  );
}
