import { code } from "./words/code.js";
import { defineRule } from "./define.js";
import { provenBy } from "./proofs/proofs.js";
import type { ProofFacts } from "../diagnostics/proofs.js";
import { vacuousPolicies } from "./proofs/vacuity.js";
import { rulesText, scopeText } from "./words/proof.js";

export const vacuousPolicy = defineRule({
  id: "vacuous-policy",
  level: "warning",
  category: "never-works",
  summary: "a policy without which every verdict would be the same",
  rationale:
    "A policy that selects pods, has rules and changes nothing is written for an effect that it does not have: its Pass rules leave a tier in which nothing else would have decided, its Baseline rules accept what the default accepts, or the Admin tier decides all traffic before it. Accept and Deny of the Admin tier are guards against policies to come, and are not counted.",
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
  check: provenBy(vacuousPolicies),
  word({ policy, why, by, scope }) {
    return {
      message: `${code(policy)} changes nothing: ${whyText(why, by)}`,
      label: "without it every verdict is the same",
      related: by.first.map(() => "decides before"),
      notes: [scopeText(scope)],
      help: "remove it, or add what it is meant to do",
    };
  },
});

type Facts = ProofFacts["vacuous-policy"];

function whyText(why: Facts["why"], by: Facts["by"]): string {
  switch (why) {
    case "decided-before":
      return `${rulesText(by)} ${by.first.length + by.more === 1 ? "decides" : "decide"} all traffic of its pods in the Admin tier`;
    case "leads-where-all-leads":
      return "its rules lead where the traffic goes without them, for no later rule of the tier would decide it";
    case "not-isolated":
      return "nothing isolates its namespace, and there is nothing to allow where all is";
  }
}
