import { defineRule } from "./define.js";
import { provenBy } from "./proofs/proofs.js";
import { passesToNothing } from "./proofs/passing.js";
import { ruleText, scopeText } from "./words/proof.js";

export const passToNothing = defineRule({
  id: "pass-to-nothing",
  level: "warning",
  category: "misleading",
  summary: "a Pass after which nothing decides, so that the default allows",
  rationale:
    "Pass leaves the decision to the NetworkPolicies and the Baseline tier. Where none of those selects the pods, the default allows: the rule opens what a later rule of its tier would have decided, although it does not read like an Accept.",
  reference: "S-EV-15",
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
    - name: monitoring
      action: Pass
      from:
        - namespaces:
            matchLabels:
              tenant: platform
    - name: closed
      action: Deny
      from:
        - namespaces: {}
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
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: web
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: web
  policyTypes: [Ingress]
  ingress:
    - from:
        - namespaceSelector:
            matchLabels:
              tenant: platform
      ports:
        - port: 8080
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
      action: Pass
      from:
        - namespaces:
            matchLabels:
              tenant: platform
    - name: closed
      action: Deny
      from:
        - namespaces: {}
`,
  },
  needs: ["pods"],
  check: provenBy(passesToNothing),
  word({ rule, scope }) {
    return {
      message: `${ruleText(rule)} passes to nothing: no NetworkPolicy and no Baseline policy decides, so the default allows all of it`,
      label: "comes to the same as Accept",
      notes: [scopeText(scope)],
      help: "isolate the pods by a NetworkPolicy or a Baseline policy, or write Accept if that is meant",
    };
  },
});
