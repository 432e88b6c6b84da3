import { isHostPod } from "../../semantics/match/party.js";
import { keyOf } from "../../source/manifest/origin.js";
import { peersOf, rulesOf } from "../../cluster/model/policy-parts.js";
import { podIndexOf } from "./pod-index.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import { firstFew } from "../../cluster/problems/selection.js";
import type { PodSelection, Policy } from "../../cluster/model/policy.js";
import type { Problem } from "../../cluster/problems/problem.js";

/** How many pods are named. */
const NAMED = 3;

/** Subjects, or peers, of NetworkPolicies that select pods, and none but such on their node's network. */
export function* hostNetworkSelections(cluster: Cluster, of: "subject" | "peer"): Generator<Problem> {
  if (!hasHostPods(cluster)) return;
  for (const policy of cluster.policies) {
    if (policy.tier !== "NetworkPolicy") continue;
    for (const selection of of === "subject" ? [policy.subject] : podPeers(policy)) {
      const selector = selection.pods;
      const isAsked = (selector?.requirements.length ?? 0) > 0;
      const selected = isAsked ? podIndexOf(cluster).select(selection, policy.tier) : [];
      if (selected.length === 0 || !selected.every(({ representative }) => isHostPod(representative)))
        continue;
      const pods = firstFew(
        selected.map(({ name }) => name),
        NAMED,
      );
      yield {
        code: of === "subject" ? "host-network-subject" : "host-network-peer",
        facts: { pods },
        at: selector?.origin === undefined ? selection.origin : keyOf(selector.origin),
        object: policy.ref,
      };
    }
  }
}

function hasHostPods({ workloads }: Cluster): boolean {
  return workloads.some(({ members }) => members.some(isHostPod));
}

function podPeers(policy: Policy): PodSelection[] {
  return rulesOf(policy)
    .flatMap(({ rule }) => peersOf(rule))
    .filter((peer) => peer.type === "pods");
}
