import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { podsWithoutApi } from "../connections/api-port.js";
import { someText } from "../words/selection.js";

/**
 * Asks whether any rule for isolated pods that may use the API could match a connection to some API server, wherever it is: that
 * needs no nodes. One finding for each namespace (S-VIP-1).
 */
export const apiPortNeverAllowed = defineRule({
  id: "api-port-never-allowed",
  level: "warning",
  category: "risky",
  summary: "pods that may use the Kubernetes API and that no egress rule lets reach it",
  rationale:
    "Whoever binds a role to the ServiceAccount of pods expects them to call the Kubernetes API. The API server is at addresses of nodes, on port 6443 in most clusters: no rule for pods or namespaces matches it, not even one for `default`, where its Service is. Where the input shows no nodes of the control plane, it is still known what no rule can match: a port of API servers (443, 6443 and a few others) at any address. It reports pods that name a ServiceAccount to which the input binds a role for objects. It doesn't report pods that get no token, roles that are only for `use`, and input that may lack policies or has some of other vendors or tiers.",
  reference: "S-VIP-1",
  examples: { bad, good },
  concerns: ({ access }) => access.some(({ type }) => type === "binding"),
  check: podsWithoutApi,
  noFix: "At which addresses the API server is, is not in the input.",
  word({ workloads, account, role }) {
    return {
      message: `no egress rule lets ${someText(workloads, "and")} reach the Kubernetes API`,
      label: "isolates egress, and nothing allows the API server",
      notes: [
        `${code(`ServiceAccount ${account}`)} is bound to ${code(role)}`,
        "unless a policy outside of these manifests allows it",
      ],
      help: "allow egress on TCP 443 and 6443 to the API server's addresses (`kubectl get endpoints kubernetes`), or set `automountServiceAccountToken: false` on pods that don't call it",
    };
  },
});
