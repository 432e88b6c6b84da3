import { defineRule } from "./define.js";
import { provenBy } from "./proofs/proofs.js";
import { overriddenRules } from "./proofs/overriding.js";
import { partText, rulesText, scopeText } from "./words/proof.js";

export const overriddenByAdminTier = defineRule({
  id: "overridden-by-admin-tier",
  level: "warning",
  category: "never-works",
  summary: "a NetworkPolicy that allows what the Admin tier always denies",
  rationale:
    "The Admin tier is asked before every NetworkPolicy, and its Deny is final. What a NetworkPolicy allows of the same traffic has no effect, and whoever wrote it in a namespace may not see why: only an administrator can let the traffic pass.",
  reference: "S-EV-10",
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
  check: provenBy(overriddenRules),
  word({ rule, part, by, scope }) {
    return {
      message: `${partText(part, rule)} opens nothing: ${rulesText(by)} of the Admin tier ${by.first.length + by.more === 1 ? "denies" : "deny"} all of it first`,
      label: "denied before it is asked",
      related: by.first.map(() => "denies it"),
      notes: [scopeText(scope)],
      help: "ask for a Pass before the Deny in the Admin tier, or remove this",
    };
  },
});
