import { code } from "./words/code.js";
import { defineRule } from "./define.js";
import { provenBy } from "./proofs/proofs.js";
import { unreachedBaselines } from "./proofs/unreached.js";
import { countText, scopeText } from "./words/proof.js";

export const baselineNeverReached = defineRule({
  id: "baseline-never-reached",
  level: "info",
  category: "never-works",
  summary: "a Baseline policy whose pods NetworkPolicies isolate, every one",
  rationale:
    "A NetworkPolicy that selects a pod decides about it in its direction for good: what no rule allows is denied, and the Baseline tier is not asked. Where that is so for each pod that a Baseline policy selects, the policy decides about pods of tomorrow alone.",
  reference: "S-EV-12",
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
  name: default-deny
  namespace: shop
spec:
  podSelector: {}
  policyTypes: [Ingress]
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: floor
spec:
  tier: Baseline
  priority: 100
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
  name: db
  namespace: shop
  labels:
    app: db
spec:
  containers:
    - name: main
      image: registry.example/db:1
      ports:
        - containerPort: 5432
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
  name: db
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: db
  policyTypes: [Ingress]
  ingress:
    - from:
        - podSelector:
            matchLabels:
              app: web
      ports:
        - port: 5432
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: floor
spec:
  tier: Baseline
  priority: 100
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
  },
  needs: ["pods"],
  check: provenBy(unreachedBaselines),
  word({ policy, direction, selected, scope }) {
    return {
      message: `${code(policy)} decides nothing about ${direction}: NetworkPolicies isolate ${selected === 1 ? "the workload" : `each of the ${countText(selected, "workload")}`} that it selects`,
      label: "never asked",
      related: ["isolates some of them"],
      notes: [scopeText(scope)],
    };
  },
});
