import { apiClients } from "../model/api-clients.js";
import { concernedText } from "./words/exposure.js";
import { defineRule } from "./define.js";
import { unreachableApiServers } from "./connections/api-access.js";
import type { ApiServerUnreachable } from "../diagnostics/connections.js";
import type { Wording } from "../diagnostics/diagnostic.js";

export const apiServerUnreachable = defineRule({
  id: "api-server-unreachable",
  level: "warning",
  category: "risky",
  summary: "a workload that uses the API of Kubernetes and cannot reach the API server",
  rationale:
    "Operators, controllers and the cluster's own DNS watch objects through the API. Policy sees that connection behind Service `kubernetes`: to the nodes of the control plane, at the port on which the API server listens there, mostly 6443. A rule for the address or port of the Service does not allow it. A workload counts that is called or labelled as an operator, or that is known to watch objects: its service account says nothing, for every pod has one.",
  reference: "S-VIP-1",
  examples: {
    bad: `apiVersion: v1
kind: Node
metadata:
  name: control-plane-1
  labels:
    node-role.kubernetes.io/control-plane: ""
status:
  addresses:
    - type: InternalIP
      address: 192.0.2.10
---
apiVersion: v1
kind: Service
metadata:
  name: kubernetes
  namespace: default
spec:
  clusterIP: 10.96.0.1
  ports:
    - name: https
      port: 443
      targetPort: 6443
---
apiVersion: v1
kind: Pod
metadata:
  name: cart-operator
  namespace: shop
  labels:
    app: operator
spec:
  nodeName: worker-1
  containers:
    - name: operator
      image: registry.example/operator:1
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: operator
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: operator
  policyTypes: [Egress]
  egress:
    - to:
        - ipBlock:
            cidr: 10.96.0.1/32
      ports:
        - port: 443
`,
    good: `apiVersion: v1
kind: Node
metadata:
  name: control-plane-1
  labels:
    node-role.kubernetes.io/control-plane: ""
status:
  addresses:
    - type: InternalIP
      address: 192.0.2.10
---
apiVersion: v1
kind: Service
metadata:
  name: kubernetes
  namespace: default
spec:
  clusterIP: 10.96.0.1
  ports:
    - name: https
      port: 443
      targetPort: 6443
---
apiVersion: v1
kind: Pod
metadata:
  name: cart-operator
  namespace: shop
  labels:
    app: operator
spec:
  nodeName: worker-1
  containers:
    - name: operator
      image: registry.example/operator:1
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: operator
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: operator
  policyTypes: [Egress]
  egress:
    - to:
        - ipBlock:
            cidr: 192.0.2.10/32
      ports:
        - port: 6443
`,
  },
  needs: ["api-server"],
  concerns: (cluster) =>
    cluster.policies.some(({ rules }) => rules.egress !== undefined) && apiClients(cluster).length > 0,
  check: unreachableApiServers,
  word(facts) {
    const { port, cause, concerned } = facts;
    return {
      message: `the API server is out of reach for ${concernedText(concerned)}`,
      ...CAUSES[cause](facts),
      help: `allow egress to the nodes of the control plane on ${port}/TCP`,
    };
  },
});

const CAUSES: Readonly<
  Record<ApiServerUnreachable["cause"], (facts: ApiServerUnreachable) => Pick<Wording, "label" | "notes">>
> = {
  "no-rule": () => ({ label: "isolates egress, and no rule allows the API server" }),
  "service-port": ({ port }) => ({
    label: "the port of the Service, not of the API server",
    notes: [`policy sees the port behind the Service: the API server listens on ${port}`],
  }),
  "service-address": () => ({
    label: "holds the address of the Service, not those of the nodes",
    notes: [
      "policy sees the address behind the Service; whether it sees the Service's too differs by plugin",
    ],
  }),
  denied: () => ({ label: "denies it" }),
};
