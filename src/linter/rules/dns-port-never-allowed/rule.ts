import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { podsWithoutDns } from "../dns/never.js";
import { someText } from "../words/selection.js";

/**
 * Asks whether any rule for isolated pods could match the port of some resolver, wherever it is: that needs no DNS pods. One
 * finding for each namespace (S-VIP-1).
 */
export const dnsPortNeverAllowed = defineRule({
  id: "dns-port-never-allowed",
  level: "warning",
  category: "risky",
  summary: "pods with isolated egress that no rule lets reach any DNS port",
  rationale:
    "Isolating egress also blocks DNS, so connections by name time out, even those that the policy allows. Even if the input has no cluster DNS, anp can tell that no rule matches port 53 (5353 or 8053 behind the Service on some platforms) of anything that may be a resolver. Pods of a namespace that the input has count as resolvers only if one of them listens on such a port, or is called so: `k8s-app: kube-dns` without a `namespaceSelector` looks in the policy's own namespace. In namespaces without pods in the input it looks at the policies alone: any that may select the same pods may allow DNS. It doesn't report pods that may send nothing at all. It doesn't report pods that are allowed only addresses, unless their manifests give them a name to connect to or the rule is for every address on the ports of the web, or only port 6443 of API servers, whose address is in every pod's environment. And it doesn't report input that may lack policies.",
  reference: "S-VIP-1",
  examples: { bad, good },
  check: podsWithoutDns,
  noFix: "Where the pods of cluster DNS are, and on which port they listen, is not in the input.",
  word({ namespace, isOnOpenshift, workloads, policies }, { related = [] }) {
    const who =
      workloads === undefined
        ? `pods that ${someText(policies ?? { first: [], more: 0 })} selects`
        : someText(workloads, "and");
    return {
      message: `${who}${namespace === undefined ? "" : ` in namespace ${code(namespace)}`} can't resolve names: no rule allows DNS`,
      label: "isolates egress, and no rule allows port 53 to the cluster's DNS",
      related: related.map(() => "isolates others of these"),
      notes: [
        "unless a policy outside of these manifests allows it, or the cluster has no DNS (`assume: none` in `anp.yaml`)",
      ],
      help: isOnOpenshift
        ? "allow egress on UDP 5353 and TCP 5353 to the DNS pods of OpenShift, in `openshift-dns`"
        : "allow egress on UDP 53 and TCP 53 to the DNS pods, in `kube-system` on most clusters",
    };
  },
});
