import { blockedWebhooks } from "./connections/webhooks.js";
import { code } from "./words/code.js";
import { concernedText } from "./words/exposure.js";
import { defineRule } from "./define.js";
import { denierLabels, portText } from "./words/connections.js";

export const webhookPortBlocked = defineRule({
  id: "webhook-port-blocked",
  level: "warning",
  category: "risky",
  summary: "an admission webhook whose pods the API server cannot call",
  rationale:
    "The API server calls an admission webhook from the nodes of the control plane, at the port of the pods behind the Service. Where policies keep it out, every write that the webhook is for fails or goes unchecked, as its `failurePolicy` says. No selector of pods lets it in, for it is none. Where the input has no nodes of the control plane, a webhook is told that lets in no address and not the agents of a hosted one.",
  reference: "S-NODE-L1",
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
  name: guard
  namespace: shop
  labels:
    app: guard
spec:
  nodeName: worker-1
  containers:
    - name: main
      image: registry.example/guard:1
      ports:
        - containerPort: 9443
---
apiVersion: v1
kind: Service
metadata:
  name: guard
  namespace: shop
spec:
  selector:
    app: guard
  ports:
    - port: 443
      targetPort: 9443
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: guard
webhooks:
  - name: guard.shop.example
    clientConfig:
      service:
        name: guard
        namespace: shop
        port: 443
    rules: []
    admissionReviewVersions: [v1]
    sideEffects: None
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: guard
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: guard
  policyTypes: [Ingress]
  ingress:
    - from:
        - podSelector:
            matchLabels:
              app: web
      ports:
        - port: 9443
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
kind: Pod
metadata:
  name: guard
  namespace: shop
  labels:
    app: guard
spec:
  nodeName: worker-1
  containers:
    - name: main
      image: registry.example/guard:1
      ports:
        - containerPort: 9443
---
apiVersion: v1
kind: Service
metadata:
  name: guard
  namespace: shop
spec:
  selector:
    app: guard
  ports:
    - port: 443
      targetPort: 9443
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: guard
webhooks:
  - name: guard.shop.example
    clientConfig:
      service:
        name: guard
        namespace: shop
        port: 443
    rules: []
    admissionReviewVersions: [v1]
    sideEffects: None
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: guard
  namespace: shop
spec:
  podSelector:
    matchLabels:
      app: guard
  policyTypes: [Ingress]
  ingress:
    - from:
        - ipBlock:
            cidr: 192.0.2.0/28
      ports:
        - port: 9443
`,
  },
  needs: ["pods"],
  concerns: ({ fronts }) => fronts.webhooks.length > 0,
  check: blockedWebhooks,
  word(facts, problem) {
    const { webhook, from, service, concerned } = facts;
    const isAnywhere = from === "anywhere";
    return {
      message: `the API server cannot reach ${concernedText(concerned)} on ${portText(facts)} for webhook ${code(webhook)}`,
      label: isAnywhere
        ? `the pods behind ${code(service)} let in no address`
        : `the pods behind ${code(service)} do not let in the nodes of the control plane`,
      related: denierLabels(problem),
      ...(isAnywhere
        ? { notes: ["the input has no nodes of the control plane; wherever it calls from, it is denied"] }
        : {}),
      help: `let the addresses of the control plane in on ${portText(facts)} by an \`ipBlock\``,
    };
  },
});
