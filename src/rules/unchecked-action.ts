import { any, code } from "./words/code.js";
import { defineRule } from "./define.js";

export const uncheckedAction = defineRule({
  id: "unchecked-action",
  level: "error",
  category: "never-works",
  summary: "an action that is none, and is stored all the same",
  rationale:
    "The CRDs of v0.1.0 to v0.1.2 take any text for an action. Implementations differ in what they make of it: the rule may deny what it matches, or be skipped.",
  reference: "S-FC-4",
  examples: {
    reading: { isStored: true },
    bad: `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata:
  name: monitoring
spec:
  priority: 5
  subject:
    namespaces: {}
  ingress:
    - name: from-monitoring
      action: allow
      from:
        - namespaces:
            matchLabels:
              kubernetes.io/metadata.name: monitoring
`,
    good: `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata:
  name: monitoring
spec:
  priority: 5
  subject:
    namespaces: {}
  ingress:
    - name: from-monitoring
      action: Allow
      from:
        - namespaces:
            matchLabels:
              kubernetes.io/metadata.name: monitoring
`,
  },
  word({ action, allowed, meant }) {
    return {
      message: `${code(action)} is not an action; the rule is taken for a Deny of what it matches`,
      label: `must be ${any(allowed)}`,
      ...(meant === undefined ? {} : { help: `write ${code(meant)}` }),
    };
  },
});
