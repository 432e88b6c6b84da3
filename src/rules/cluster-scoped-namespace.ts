import { code } from "./words/code.js";
import { defineRule } from "./define.js";

export const clusterScopedNamespace = defineRule({
  id: "cluster-scoped-namespace",
  level: "warning",
  category: "misleading",
  summary: "a namespace on a policy for the whole cluster",
  rationale:
    "The kind is cluster-scoped: the API server drops the namespace without a word, and the policy applies in every namespace that its subject selects.",
  reference: "S-IN-8",
  examples: {
    bad: `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: deny-lab
  namespace: shop
spec:
  tier: Admin
  priority: 10
  subject:
    namespaces: {}
  ingress:
    - name: from-lab
      action: Deny
      from:
        - namespaces:
            matchLabels:
              team: lab
`,
    good: `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: deny-lab
spec:
  tier: Admin
  priority: 10
  subject:
    namespaces:
      matchLabels:
        kubernetes.io/metadata.name: shop
  ingress:
    - name: from-lab
      action: Deny
      from:
        - namespaces:
            matchLabels:
              team: lab
`,
  },
  word({ kind, namespace }) {
    return {
      message: `a ${kind} has no namespace`,
      label: `${code(namespace)} is dropped`,
      help: `remove it; to apply the policy in that namespace only, select it in \`subject\` by its label ${code(`kubernetes.io/metadata.name: ${namespace}`)}`,
    };
  },
});
