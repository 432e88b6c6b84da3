import { code } from "./words/code.js";
import { defineRule } from "./define.js";

export const domainNameIsAddress = defineRule({
  id: "domain-name-is-address",
  level: "error",
  category: "never-works",
  summary: "an IPv4 address among domain names",
  rationale:
    "The pattern for domain names lets an IPv4 address pass, but nobody looks it up in DNS: the rule never learns an address for it and matches nothing.",
  reference: "S-FQ-2",
  examples: {
    bad: `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: resolver
spec:
  tier: Admin
  priority: 45
  subject:
    namespaces: {}
  egress:
    - name: resolver
      action: Accept
      to:
        - domainNames:
            - 192.0.2.53
`,
    good: `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: resolver
spec:
  tier: Admin
  priority: 45
  subject:
    namespaces: {}
  egress:
    - name: resolver
      action: Accept
      to:
        - networks:
            - 192.0.2.53/32
`,
  },
  word({ name }) {
    return {
      message: `${code(name)} is an address, not a domain name`,
      label: "never looked up",
      help: `list it under \`networks\` as ${code(`${name.replace(/\.$/, "")}/32`)}`,
    };
  },
});
