import { isHostPod } from "../../../semantics/match/party.js";
import { podIndexOf, type PodClass } from "../../../questions/mistakes/pod-index.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Policy } from "../../../cluster/model/policy.js";

/** The NetworkPolicies that isolate each class of pods for egress. */
export function egressByClass(cluster: Cluster, policies: readonly Policy[]): Map<PodClass, Policy[]> {
  const index = podIndexOf(cluster);
  const byClass = new Map<PodClass, Policy[]>();
  for (const policy of policies) {
    if (policy.tier !== "NetworkPolicy") continue;
    const selected = index.select(policy.subject, policy.tier);
    cluster.work?.take(selected.length);
    for (const of of selected) {
      if (isHostPod(of.representative)) continue;
      const known = byClass.get(of);
      if (known === undefined) byClass.set(of, [policy]);
      else known.push(policy);
    }
  }
  return byClass;
}
