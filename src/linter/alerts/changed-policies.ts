import { policyContent } from "../../questions/diff/contents.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Policy } from "../../cluster/model/policy.js";

/** The policies of a cluster that another one does not have, or not so. */
export function changedPolicies(before: Cluster, after: Cluster): readonly Policy[] {
  const known = new Set(before.policies.map(policyContent));
  return after.policies.filter((policy) => !known.has(policyContent(policy)));
}
