import { defineRule } from "./define.js";
import { provenBy } from "./proofs/proofs.js";
import { redundantRules } from "./proofs/redundant-rules.js";
import { ruleText, rulesText, scopeText } from "./words/proof.js";

export const redundantRule = defineRule({
  id: "redundant-rule",
  level: "info",
  category: "style",
  summary: "a rule whose traffic the other rules of its policy decide in the same way",
  rationale:
    "A rule that adds nothing makes a policy longer to read, and hides what removing another rule would do: the traffic stays open. Which of two such rules is reported does not matter; only one of them is.",
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
    - from:
        - podSelector: {}
      ports:
        - port: 5432
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
    - from:
        - podSelector:
            matchLabels:
              app: cart
      ports:
        - port: 5432
`,
  },
  needs: ["pods"],
  check: provenBy(redundantRules),
  word({ rule, by, scope }) {
    return {
      message: `${ruleText(rule)} adds nothing: ${rulesText(by, rule)} ${by.first.length + by.more === 1 ? "does" : "do"} the same for all of it`,
      label: "without it nothing changes",
      related: by.first.map(() => "does the same"),
      notes: [scopeText(scope)],
      help: "remove it, or narrow the other rule",
    };
  },
});
