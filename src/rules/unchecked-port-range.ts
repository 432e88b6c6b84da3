import { code } from "./words/code.js";
import { defineRule } from "./define.js";

export const uncheckedPortRange = defineRule({
  id: "unchecked-port-range",
  level: "error",
  category: "never-works",
  summary: "a range of ports that ends before it starts, and is stored all the same",
  rationale:
    "The CRDs of AdminNetworkPolicy and BaselineAdminNetworkPolicy do not compare the ends of a range. A reversed one matches no port: a Deny lets everything through, an Allow allows nothing.",
  reference: "S-PORT-4",
  examples: {
    bad: `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata:
  name: no-debug
spec:
  priority: 25
  subject:
    namespaces: {}
  ingress:
    - name: debug-ports
      action: Deny
      from:
        - namespaces: {}
      ports:
        - portRange:
            protocol: TCP
            start: 9999
            end: 9000
`,
    good: `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata:
  name: no-debug
spec:
  priority: 25
  subject:
    namespaces: {}
  ingress:
    - name: debug-ports
      action: Deny
      from:
        - namespaces: {}
      ports:
        - portRange:
            protocol: TCP
            start: 9000
            end: 9999
`,
  },
  word({ start, end }) {
    return {
      message: `a range from ${code(start)} to ${code(end)} matches no port`,
      label: `below ${code(start)}`,
      related: ["the start"],
      help: "swap the two",
    };
  },
});
