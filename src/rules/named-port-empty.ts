import { code } from "./words/code.js";
import { defineRule } from "./define.js";

export const namedPortEmpty = defineRule({
  id: "named-port-empty",
  level: "error",
  category: "never-works",
  summary: "a named port without a name",
  rationale:
    "The API server stores the empty name, but an implementation sees an entry without any member that it knows: the rule fails closed. An Accept matches nothing, and a Deny or a Pass denies everything in its direction.",
  reference: "S-CNP-4",
  examples: {
    bad: `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: metrics
spec:
  tier: Admin
  priority: 35
  subject:
    namespaces: {}
  ingress:
    - name: scrape
      action: Accept
      from:
        - namespaces:
            matchLabels:
              kubernetes.io/metadata.name: monitoring
      protocols:
        - destinationNamedPort: ""
`,
    good: `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: metrics
spec:
  tier: Admin
  priority: 35
  subject:
    namespaces: {}
  ingress:
    - name: scrape
      action: Accept
      from:
        - namespaces:
            matchLabels:
              kubernetes.io/metadata.name: monitoring
      protocols:
        - destinationNamedPort: metrics
`,
  },
  word({ field }) {
    return {
      message: `${code(field)} is empty, and the rule fails closed`,
      label: "no name",
      help: "name the port as the pods declare it, or remove the entry",
    };
  },
});
