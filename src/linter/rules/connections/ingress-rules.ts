import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Endpoint } from "../../../cluster/model/endpoint.js";
import type { Listening } from "../../../cluster/model/services.js";
import type { Policy, PortMatch, Rule } from "../../../cluster/model/policy.js";

/** A rule for ingress, with its policy. */
interface IngressRule {
  readonly policy: Policy;
  readonly rule: Rule;
}

/** The rules for ingress of the NetworkPolicies that select a pod. */
export function ingressRulesFor(cluster: Cluster, pod: Endpoint): readonly IngressRule[] {
  const index = podIndexOf(cluster);
  cluster.work?.take(cluster.policies.length);
  return cluster.policies
    .filter(({ tier, rules }) => tier === "NetworkPolicy" && rules.ingress !== undefined)
    .filter(({ subject, tier }) =>
      index.select(subject, tier).some(({ pods }) => pods.some(({ id }) => id === pod.id)),
    )
    .flatMap((policy) => (policy.rules.ingress?.rules ?? []).map((rule) => ({ policy, rule })));
}

/** True for what matches the port of the pods; of a name that is not told here. */
export function mayBe(item: PortMatch, { protocol, port }: Listening): boolean {
  if (item.type !== "range") return item.type === "name";
  return item.protocol === protocol && item.first <= port && port <= item.last;
}
