import { isOfOpenshift } from "../../../cluster/model/route-backends.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { PodPeer, Policy } from "../../../cluster/model/policy.js";

/** True where the input is for OpenShift: some policy is for its namespaces, or by the labels that it sets on them; or it has a Route. */
export function isOnOpenshift(cluster: Cluster): boolean {
  return distributionOf(cluster).isOpenshift;
}

const distributionOf = oncePer(({ policies, fronts }: Cluster) => ({
  isOpenshift: policies.some(isForOpenshift) || fronts.routes.some(isOfOpenshift),
}));

function isForOpenshift(policy: Policy): boolean {
  return policy.ref.namespace?.startsWith("openshift-") === true || podPeersOf(policy).some(namesOpenshift);
}

function namesOpenshift({ namespaces }: PodPeer): boolean {
  if (namespaces.own !== undefined) return false;
  return namespaces.selector.requirements.some(
    ({ key, values }) =>
      /(?:^|\.)openshift\.io\//.test(key) || values.some((value) => value.startsWith("openshift-")),
  );
}

/** The peers of all rules of a policy that are pods. */
export function podPeersOf(policy: Policy): readonly PodPeer[] {
  return rulesOf(policy)
    .flatMap(({ rule }) => peersOf(rule))
    .filter((peer): peer is PodPeer => peer.type === "pods");
}
