import { any, code } from "./words/code.js";
import { defineRule } from "./define.js";
import { helpWithReleases } from "./words/releases.js";

export const invalidActionForKind = defineRule({
  id: "invalid-action-for-kind",
  level: "error",
  category: "rejected",
  summary: "an action that this kind of policy does not have",
  rationale:
    "ClusterNetworkPolicy says Accept where AdminNetworkPolicy says Allow, and BaselineAdminNetworkPolicy has no Pass. The API server refuses the object as a whole, so nothing of the policy takes effect.",
  reference: "V-CR-2",
  examples: {
    bad: `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: dns
spec:
  tier: Admin
  priority: 5
  subject:
    namespaces: {}
  egress:
    - name: to-dns
      action: Allow
      to:
        - namespaces:
            matchLabels:
              kubernetes.io/metadata.name: kube-system
`,
    good: `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: dns
spec:
  tier: Admin
  priority: 5
  subject:
    namespaces: {}
  egress:
    - name: to-dns
      action: Accept
      to:
        - namespaces:
            matchLabels:
              kubernetes.io/metadata.name: kube-system
`,
  },
  word(facts) {
    const { action, kind, allowed, meant } = facts;
    return {
      message: `${code(action)} is not an action of ${kind}`,
      label: `must be ${any(allowed)}`,
      ...helpWithReleases(facts, meant === undefined ? undefined : `write ${code(meant)}`),
    };
  },
});
