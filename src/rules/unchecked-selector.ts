import { defineRule } from "./define.js";
import { selectorWording } from "./words/selector.js";

export const uncheckedSelector = defineRule({
  id: "unchecked-selector",
  level: "error",
  category: "never-works",
  summary: "a label selector that the server stores and nothing can build",
  rationale:
    "For the policy CRDs the API server does not check operators, keys and values of label selectors. An implementation that cannot build the selector may treat it as matching nothing: a Deny rule then vanishes without a word.",
  reference: "V-CR-21",
  examples: {
    bad: `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: deny-others
spec:
  tier: Admin
  priority: 15
  subject:
    namespaces: {}
  ingress:
    - name: from-others
      action: Deny
      from:
        - namespaces:
            matchExpressions:
              - key: team
                operator: notIn
                values: [shop]
`,
    good: `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: deny-others
spec:
  tier: Admin
  priority: 15
  subject:
    namespaces: {}
  ingress:
    - name: from-others
      action: Deny
      from:
        - namespaces:
            matchExpressions:
              - key: team
                operator: NotIn
                values: [shop]
`,
  },
  word: ({ fault }) => ({
    ...selectorWording(fault),
    notes: [
      "the server stores it, and no implementation can build the selector: what it does then is not defined",
    ],
  }),
});
