import { code } from "./words/code.js";
import { conjunction } from "../text/list.js";
import { defineRule } from "./define.js";
import { provenBy } from "./proofs/proofs.js";
import { bypassingRules } from "./proofs/bypassing.js";
import { countText, ruleText, scopeText } from "./words/proof.js";

export const isolationBypassedByAdminTier = defineRule({
  id: "isolation-bypassed-by-admin-tier",
  level: "warning",
  category: "risky",
  summary: "a wide Accept of the Admin tier that opens what NetworkPolicies isolate",
  rationale:
    "Accept in the Admin tier is final: the NetworkPolicies of a namespace are not asked, whatever they isolate. A rule that names its ports and its peers is taken for a hole that is meant; one that leaves the ports or the peers open lets more in than the owners of the pods know of.",
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
  name: monitoring
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
  name: monitoring
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
              number: 5432
`,
  },
  needs: ["pods"],
  check: provenBy(bypassingRules),
  word({ rule, isolatedBy, more, opened, scope }) {
    const named = isolatedBy.map(code);
    const isolating = conjunction(more === 0 ? named : [...named, `${more} more`]);
    return {
      message: `${ruleText(rule)} opens ${countText(opened, "workload")} that NetworkPolicies isolate: ${isolating}`,
      label: "no NetworkPolicy is asked about this traffic",
      related: isolatedBy.map(() => "isolates"),
      notes: [scopeText(scope)],
      help: "name the ports and the peers, or use Pass to leave the decision to the NetworkPolicies",
    };
  },
});
