import { defineRule } from "./define.js";
import { provenBy } from "./proofs/proofs.js";
import { shadowedRules } from "./proofs/shadowing.js";
import { ruleText, rulesText, scopeText } from "./words/proof.js";

export const shadowedRule = defineRule({
  id: "shadowed-rule",
  level: "warning",
  category: "never-works",
  summary: "a rule whose traffic is all decided before it is asked",
  rationale:
    "In the Admin and Baseline tiers the first rule that matches decides, and lower numbers of priority go first. A rule all of whose traffic an earlier one takes decides nothing: an Accept behind a Deny opens nothing, a Deny behind an Accept closes nothing.",
  reference: "S-EV-11",
  examples: {
    bad: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    tenant: red
---
apiVersion: v1
kind: Namespace
metadata:
  name: monitoring
  labels:
    tenant: platform
---
apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: shop
  labels:
    app: web
spec:
  containers:
    - name: main
      image: registry.example/web:1
      ports:
        - containerPort: 8080
---
apiVersion: v1
kind: Pod
metadata:
  name: agent
  namespace: monitoring
  labels:
    app: agent
spec:
  containers:
    - name: main
      image: registry.example/agent:1
      ports:
        - containerPort: 9090
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: tenants
spec:
  tier: Admin
  priority: 20
  subject:
    namespaces:
      matchLabels:
        tenant: red
  ingress:
    - name: closed
      action: Deny
      from:
        - namespaces: {}
    - name: monitoring
      action: Accept
      from:
        - namespaces:
            matchLabels:
              tenant: platform
      protocols:
        - tcp:
            destinationPort:
              number: 8080
`,
    good: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    tenant: red
---
apiVersion: v1
kind: Namespace
metadata:
  name: monitoring
  labels:
    tenant: platform
---
apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: shop
  labels:
    app: web
spec:
  containers:
    - name: main
      image: registry.example/web:1
      ports:
        - containerPort: 8080
---
apiVersion: v1
kind: Pod
metadata:
  name: agent
  namespace: monitoring
  labels:
    app: agent
spec:
  containers:
    - name: main
      image: registry.example/agent:1
      ports:
        - containerPort: 9090
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: tenants
spec:
  tier: Admin
  priority: 20
  subject:
    namespaces:
      matchLabels:
        tenant: red
  ingress:
    - name: monitoring
      action: Accept
      from:
        - namespaces:
            matchLabels:
              tenant: platform
      protocols:
        - tcp:
            destinationPort:
              number: 8080
    - name: closed
      action: Deny
      from:
        - namespaces: {}
`,
  },
  needs: ["pods"],
  check: provenBy(shadowedRules),
  word({ rule, by, scope }) {
    return {
      message: `${ruleText(rule)} decides nothing: ${rulesText(by, rule)} ${by.first.length + by.more === 1 ? "comes" : "come"} first for all that it matches`,
      label: "never decides",
      related: by.first.map(() => "decides before"),
      notes: [scopeText(scope)],
      help: "move it before what decides first, or remove it",
    };
  },
});
