import { groupBy } from "../../../base/collections/group-by.js";
import { isWritten } from "../../../source/manifest/locate.js";
import { namespaceOrigin } from "../../../cluster/problems/object-places.js";
import { oncePer } from "../../../base/collections/once-per.js";
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
    policies.filter((policy) => policy.tier === "NetworkPolicy" && isWritten(namespaceOrigin(policy))),
    ({ ref }) => ref.namespace,
  ),
);

function sharesObject(cluster: Cluster, other: Cluster): boolean {
  const known = sharing(cluster).get(other);
  if (known !== undefined) return known;
  const ids = idsOf(other);
  cluster.work?.take(cluster.workloads.length + cluster.policies.length);
  const shares = [...idsOf(cluster)].some((id) => ids.has(id));
  sharing(cluster).set(other, shares);
  return shares;
}

/** Which sets share an object with a cluster, as far as somebody has asked. */
const sharing = oncePer((_cluster: Cluster) => new Map<Cluster, boolean>());

const idsOf = oncePer(
  ({ workloads, policies }: Cluster): ReadonlySet<string> =>
    new Set([
      ...workloads.map(({ id }) => id),
      ...policies.map(({ tier, ref }) => `${tier} ${ref.namespace ?? ""}/${ref.name}`),
    ]),
);
