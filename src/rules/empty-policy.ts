import { defineRule } from "./define.js";

export const emptyPolicy = defineRule({
  id: "empty-policy",
  level: "info",
  category: "style",
  summary: "a policy for the whole cluster without rules",
  rationale:
    "A NetworkPolicy without rules denies; a policy of the Admin or Baseline tier without rules does nothing at all. It isolates nobody, and only takes up a priority.",
  reference: "S-EV-11",
  examples: {
    bad: `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: deny-lab
spec:
  tier: Admin
  priority: 10
  subject:
    namespaces:
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
        team: lab
  ingress:
    - name: from-everyone
      action: Deny
      from:
        - namespaces: {}
`,
  },
  word({ kind }) {
    return {
      message: `a ${kind} without rules does nothing`,
      label: "neither `ingress` nor `egress` rules",
      help: "add rules, or remove the policy; unlike a NetworkPolicy, it denies nothing by itself",
    };
  },
});
