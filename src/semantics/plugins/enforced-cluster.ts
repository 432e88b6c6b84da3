import { enforcedPolicy, isEnforced } from "../match/enforced.js";
import { oncePer } from "../../base/collections/once-per.js";
import { profileOfCluster } from "./profile-of.js";
import { REFERENCE } from "../match/profile.js";
import type { Cluster } from "../../cluster/model/cluster.js";

/**
 * A cluster with its policies as its network plugin enforces them, where that is known: without those that have no effect, and with
 * the rules that it makes of the others. Whoever compares what rules say with what becomes of traffic looks at both as they are
 * there. The same cluster where no plugin is known.
 */
export const enforcedCluster = oncePer((cluster: Cluster): Cluster => {
  const profile = profileOfCluster(cluster);
  if (profile === REFERENCE) return cluster;
  return {
    ...cluster,
    policies: cluster.policies.flatMap((policy) => enforcedPolicy(policy, cluster, profile) ?? []),
    refused: cluster.refused.filter(({ ref }) => isEnforced(ref.kind, profile)),
  };
});
