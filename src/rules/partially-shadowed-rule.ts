import { defineRule } from "./define.js";
import { provenBy } from "./proofs/proofs.js";
import { shadowedItems } from "./proofs/shadowing.js";
import { partText, rulesText, scopeText } from "./words/proof.js";

export const partiallyShadowedRule = defineRule({
  id: "partially-shadowed-rule",
  level: "info",
  category: "misleading",
  summary: "a rule of which a peer or a port is always decided before it is asked, and otherwise",
  rationale:
    "The first rule that matches decides. A rule may name peers and ports that earlier rules take whole, and do something else with: whoever reads it believes that it speaks for them. Rules that carve exceptions out of a later one are no matter: what is left of each of its peers and ports still acts.",
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
  name: cart
  namespace: shop
  labels:
    app: cart
spec:
  containers:
    - name: main
      image: registry.example/cart:1
      ports:
        - containerPort: 7070
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
    - name: closed
      action: Deny
      from:
        - namespaces:
            matchLabels:
              tenant: red
        - namespaces:
            matchLabels:
              tenant: platform
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
  name: cart
  namespace: shop
  labels:
    app: cart
spec:
  containers:
    - name: main
      image: registry.example/cart:1
      ports:
        - containerPort: 7070
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
        - namespaces:
            matchLabels:
              tenant: red
        - namespaces:
            matchLabels:
              tenant: platform
`,
  },
  needs: ["pods"],
  check: provenBy(shadowedItems),
  word({ rule, part, by, scope }) {
    return {
      message: `${partText(part, rule)} never acts: ${rulesText(by, rule)} ${by.first.length + by.more === 1 ? "decides" : "decide"} all of it first, and otherwise`,
      label: `another rule decides for this ${part}`,
      related: by.first.map(() => "decides before"),
      notes: [scopeText(scope)],
      help: `remove it here, or from what decides first`,
    };
  },
});
