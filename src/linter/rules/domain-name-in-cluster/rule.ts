import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { isInClusterName, lookUpName } from "../../../cluster/model/cluster-names.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Told for names of the cluster's own domain, unless they are those of a headless Service or its pods (S-FQ-5). */
export const domainNameInCluster = defineRule({
  id: "domain-name-in-cluster",
  level: "warning",
  category: "never-works",
  summary: "a domain name of a Service of the cluster",
  rationale:
    "A rule by domain name matches the addresses that DNS answers. For a Service inside the cluster that is its cluster address, which is replaced by a pod's before policy applies. Only names of pods and of headless Services are supported; selecting the pods is simpler.",
  reference: "S-FQ-5",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    for (const policy of cluster.policies) {
      for (const peer of rulesOf(policy).flatMap(({ rule }) => peersOf(rule))) {
        if (peer.type !== "domains" || !isInClusterName(peer.pattern, cluster.facts)) continue;
        if (isHeadless(cluster, peer.pattern)) continue;
        yield {
          code: "domain-name-in-cluster",
          facts: { name: peer.pattern },
          at: peer.origin,
          object: policy.ref,
        };
      }
    }
  },
  word({ name }) {
    return {
      message: `${code(name)} is a name inside the cluster, which domain rules don't support`,
      label: "resolves to a Service's address",
      help: "select the pods by namespace and labels",
    };
  },
});

function isHeadless(cluster: Cluster, name: string): boolean {
  const found = lookUpName(cluster, name);
  return found.type === "found" && found.name.type !== "address" && found.name.service.isHeadless;
}
