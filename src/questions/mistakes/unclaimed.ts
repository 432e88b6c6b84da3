import { groupBy } from "../../base/collections/group-by.js";
import { oncePer } from "../../base/collections/once-per.js";
import { isHostPod } from "../../semantics/match/party.js";
import { nearlyNamed } from "./nearly-named.js";
import { qualifiedName } from "../../cluster/model/object-ref.js";
import { peersOf, rulesOf } from "../../cluster/model/policy-parts.js";
import { podIndexOf } from "./pod-index.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { PodSelection } from "../../cluster/model/policy.js";

/**
 * The workloads of a namespace that no policy asks for by their labels, neither as those it is about nor as peers. A selector of pods
 * that are not there may be meant for one of them; where there is none, what it names is somebody else's. No selector is for pods on
 * their node's network.
 */
export function unclaimedIn(cluster: Cluster, namespace: string): readonly Workload[] {
  return unclaimed(cluster).get(namespace) ?? [];
}

const unclaimed = oncePer((cluster: Cluster): ReadonlyMap<string, readonly Workload[]> => {
  const index = podIndexOf(cluster);
  const claimed = new Set<Workload>();
  for (const policy of cluster.policies) {
    const peers = rulesOf(policy).flatMap(({ rule }) => peersOf(rule));
    const selections: readonly PodSelection[] = [
      policy.subject,
      ...peers.flatMap((peer) => (peer.type === "pods" ? [peer] : [])),
    ];
    for (const selection of selections) {
      // Who selects every pod asks for none.
      if ((selection.pods?.requirements.length ?? 0) === 0) continue;
      const found = index.select(selection, policy.tier);
      cluster.work?.take(found.length);
      for (const { workloads } of found) for (const workload of workloads) claimed.add(workload);
    }
  }
  // What a misspelt selector is for is told with it.
  const meant = nearlyNamed(cluster);
  const left = cluster.workloads.filter(
    (each) => !claimed.has(each) && !meant.has(qualifiedName(each)) && !each.members.every(isHostPod),
  );
  return groupBy(left, ({ namespace }) => namespace);
});
