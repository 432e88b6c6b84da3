import { code } from "./words/code.js";
import { defineRule } from "./define.js";
import { provenBy } from "./proofs/proofs.js";
import { cancelledPolicies } from "./proofs/cancelling.js";
import { ruleText, scopeText } from "./words/proof.js";

export const allowAllCancelsDeny = defineRule({
  id: "allow-all-cancels-deny",
  level: "warning",
  category: "risky",
  summary: "a NetworkPolicy that restricts nothing, for another one allows everything to its pods",
  rationale:
    "The rules of all NetworkPolicies that select a pod add up. Where a rule of one of them allows everything to each pod that another one isolates, that other policy has no effect at all, however it reads.",
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
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: web
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: web
  policyTypes: [Egress]
  egress:
    - to:
        - podSelector:
            matchLabels:
              app: db
      ports:
        - port: 5432
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: open
  namespace: shop
spec:
  podSelector: {}
  policyTypes: [Egress]
  egress:
    - to:
        - namespaceSelector: {}
        - ipBlock:
            cidr: 0.0.0.0/0
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: no-metadata-service
spec:
  tier: Admin
  priority: 10
  subject:
    namespaces: {}
  egress:
    - name: metadata-service
      action: Deny
      to:
        - networks:
            - 169.254.169.254/32
`,
    good: `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    tenant: red
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
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: web
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: web
  policyTypes: [Egress]
  egress:
    - to:
        - podSelector:
            matchLabels:
              app: db
      ports:
        - port: 5432
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: default-deny
  namespace: shop
spec:
  podSelector: {}
  policyTypes: [Egress]
`,
  },
  needs: ["pods"],
  check: provenBy(cancelledPolicies),
  word({ policy, direction, by, scope }) {
    return {
      message: `${code(policy)} restricts no ${direction}: ${ruleText(by)} allows everything to the same pods`,
      label: "cancelled by the other policy",
      related: ["allows everything"],
      notes: [scopeText(scope)],
      help: "narrow the rule that allows everything: policies add up, and none can take anything back",
    };
  },
});
