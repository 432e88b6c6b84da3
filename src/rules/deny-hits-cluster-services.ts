import { clusterDeniesOf } from "./dns/cluster-denies.js";
import { clusterDns } from "../model/cluster-dns.js";
import { code } from "./words/code.js";
import { concernedBy } from "./flows/subjects.js";
import { concernedText } from "./words/exposure.js";
import { conjunction } from "../text/list.js";
import { defineRule } from "./define.js";
import type { ClusterNeed, DenyHitsClusterServices } from "../diagnostics/exposure.js";
import type { Problem } from "../diagnostics/problem.js";

export const denyHitsClusterServices = defineRule({
  id: "deny-hits-cluster-services",
  level: "warning",
  category: "risky",
  summary: "a deny for every namespace that covers cluster DNS, the API server or the pods of the system",
  rationale:
    "A rule of the Admin or Baseline tier for every namespace is for `kube-system` too, and `networks` hold the addresses of pods and nodes as well: a Deny of everything takes names, the API server and the cluster's own pods away at once, unless something of higher precedence accepts them.",
  reference: "S-IP-3",
  examples: {
    bad: `apiVersion: v1
kind: Service
metadata:
  name: kube-dns
  namespace: kube-system
spec:
  selector:
    k8s-app: kube-dns
  ports:
    - name: dns
      protocol: UDP
      port: 53
    - name: dns-tcp
      protocol: TCP
      port: 53
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: coredns
  namespace: kube-system
spec:
  selector:
    matchLabels:
      k8s-app: kube-dns
  template:
    metadata:
      labels:
        k8s-app: kube-dns
    spec:
      containers:
        - name: coredns
          image: registry.example/coredns:1
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: registry.example/web:1
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: closed
  namespace: shop
spec:
  podSelector: {}
  policyTypes: [Ingress]
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: no-internet
spec:
  tier: Admin
  priority: 20
  subject:
    namespaces: {}
  egress:
    - name: nothing-else
      action: Deny
      to:
        - networks:
            - 0.0.0.0/0
            - ::/0
`,
    good: `apiVersion: v1
kind: Service
metadata:
  name: kube-dns
  namespace: kube-system
spec:
  selector:
    k8s-app: kube-dns
  ports:
    - name: dns
      protocol: UDP
      port: 53
    - name: dns-tcp
      protocol: TCP
      port: 53
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: coredns
  namespace: kube-system
spec:
  selector:
    matchLabels:
      k8s-app: kube-dns
  template:
    metadata:
      labels:
        k8s-app: kube-dns
    spec:
      containers:
        - name: coredns
          image: registry.example/coredns:1
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: registry.example/web:1
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: closed
  namespace: shop
spec:
  podSelector: {}
  policyTypes: [Ingress]
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata:
  name: no-internet
spec:
  tier: Admin
  priority: 20
  subject:
    namespaces:
      matchExpressions:
        - key: kubernetes.io/metadata.name
          operator: NotIn
          values: [kube-system]
  egress:
    - name: dns
      action: Accept
      to:
        - namespaces:
            matchLabels:
              kubernetes.io/metadata.name: kube-system
      protocols:
        - udp:
            destinationPort:
              number: 53
        - tcp:
            destinationPort:
              number: 53
    - name: nothing-else
      action: Deny
      to:
        - networks:
            - 0.0.0.0/0
            - ::/0
`,
  },
  needs: ["dns", "api-server"],
  concerns: ({ policies }) => policies.some(({ tier }) => tier !== "NetworkPolicy"),
  *check(cluster): Generator<Problem> {
    const dns = clusterDns(cluster)?.name;
    for (const { policy, rule, direction, needs, dnsOver, rows, witness } of clusterDeniesOf(cluster)) {
      const [only, ...others] = dnsOver;
      const over = others.length === 0 ? only : undefined;
      const facts = { direction, needs, dns, dnsOver: over, concerned: concernedBy(rows) };
      const at = rule.actionOrigin ?? rule.origin;
      yield { code: "deny-hits-cluster-services", facts, at, object: policy.ref, witness };
    }
  },
  word(facts) {
    const { needs, concerned } = facts;
    return {
      message: `this rule for every namespace denies ${conjunction(needs.map((need) => NEEDS[need](facts)))}`,
      label: "nothing of higher precedence accepts it",
      notes: [`it cuts off ${concernedText(concerned)} of the input`],
      help: HELP[needs[0] ?? "kube-system"](facts),
    };
  },
});

type Words = Readonly<Record<ClusterNeed, (facts: DenyHitsClusterServices) => string>>;

const NEEDS: Words = {
  dns: ({ dns = "", dnsOver }) =>
    `cluster DNS (${code(dns)})${dnsOver === undefined ? "" : ` over ${dnsOver}`}`,
  "api-server": () => "the API server",
  "kube-system": ({ direction }) =>
    direction === "egress"
      ? "what the pods of `kube-system` send outside"
      : "what the pods of `kube-system` are sent",
};

const HELP: Words = {
  dns: ({ dns = "" }) => `accept DNS to the pods behind ${code(dns)} in a rule before this one`,
  "api-server": () => "accept the API server's nodes and port in a rule before this one",
  "kube-system": () => "leave `kube-system` out of the subject",
};
