import { groupBy } from "../../../base/collections/group-by.js";
import { hasNamespaceField } from "../../../cluster/problems/names-namespace.js";
import { oncePer, oncePerAsked } from "../../../base/collections/once-per.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Policy } from "../../../cluster/model/policy.js";

/**
 * The NetworkPolicies that sets of manifests beside a cluster put into one of its namespaces. A set counts only if it has no object
 * of the cluster: two states of one thing are never applied together, but a file that no kustomization names may be applied with all
 * of them. So nobody may say that these policies are missing.
 */
export function policiesBeside(cluster: Cluster, namespace: string): readonly Policy[] {
  const { beside = [], work } = cluster;
  work?.take(beside.length);
  return beside.flatMap((other) => {
    const policies = byNamespace(other).get(namespace) ?? [];
    return policies.length === 0 || sharesObject(cluster, other) ? [] : policies;
  });
}

/** Policies that name no namespace are in whichever one they are applied to. */
const byNamespace = oncePer(({ policies }: Cluster) =>
  groupBy(
    policies.filter((policy) => policy.tier === "NetworkPolicy" && hasNamespaceField(policy)),
    ({ ref }) => ref.namespace,
  ),
);

const sharesObject = oncePerAsked(
  (other: Cluster) => other,
  (cluster: Cluster, other: Cluster): boolean => {
    const ids = idsOf(other);
    cluster.work?.take(cluster.workloads.length + cluster.policies.length);
    return [...idsOf(cluster)].some((id) => ids.has(id));
  },
);

const idsOf = oncePer(
  ({ workloads, policies }: Cluster): ReadonlySet<string> =>
    new Set([
      ...workloads.map(({ id }) => id),
      ...policies.map(({ tier, ref }) => `${tier} ${ref.namespace ?? ""}/${ref.name}`),
    ]),
);
