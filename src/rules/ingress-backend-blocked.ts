import { blockedBackends } from "./connections/backends.js";
import { code } from "./words/code.js";
import { concernedText } from "./words/exposure.js";
import { connectingText, denierLabels, portText } from "./words/connections.js";
import { defineRule } from "./define.js";
import type { Connecting } from "../diagnostics/connections.js";

export const ingressBackendBlocked = defineRule({
  id: "ingress-backend-blocked",
  level: "warning",
  category: "risky",
  summary: "a backend of an Ingress or Gateway route that its controller cannot reach",
  rationale:
    "Behind an Ingress or a route of the Gateway API the pods of the controller connect to the backend, not the clients, and they use the port of its pods. Policies that do not let them in answer every request with an error. The controller is found by its class and the usual labels of its pods; of one that the input does not show, only a backend is told that lets in nobody at all.",
  reference: "S-ING-1",
  examples: {
    bad: `apiVersion: v1
kind: Namespace
metadata:
  name: ingress-nginx
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ingress-nginx-controller
  namespace: ingress-nginx
spec:
  selector:
    matchLabels:
      app.kubernetes.io/name: ingress-nginx
  template:
    metadata:
      labels:
        app.kubernetes.io/name: ingress-nginx
        app.kubernetes.io/component: controller
    spec:
      containers:
        - name: controller
          image: registry.example/ingress-nginx:1
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
kind: Service
metadata:
  name: web
  namespace: shop
spec:
  selector:
    app: web
  ports:
    - port: 80
      targetPort: 8080
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata:
  name: nginx
spec:
  controller: k8s.io/ingress-nginx
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
  namespace: shop
spec:
  ingressClassName: nginx
  rules:
    - http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: web
                port:
                  number: 80
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
        - podSelector:
            matchLabels:
              app: cart
      ports:
        - port: 8080
`,
    good: `apiVersion: v1
kind: Namespace
metadata:
  name: ingress-nginx
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ingress-nginx-controller
  namespace: ingress-nginx
spec:
  selector:
    matchLabels:
      app.kubernetes.io/name: ingress-nginx
  template:
    metadata:
      labels:
        app.kubernetes.io/name: ingress-nginx
        app.kubernetes.io/component: controller
    spec:
      containers:
        - name: controller
          image: registry.example/ingress-nginx:1
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
kind: Service
metadata:
  name: web
  namespace: shop
spec:
  selector:
    app: web
  ports:
    - port: 80
      targetPort: 8080
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata:
  name: nginx
spec:
  controller: k8s.io/ingress-nginx
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
  namespace: shop
spec:
  ingressClassName: nginx
  rules:
    - http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: web
                port:
                  number: 80
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
              kubernetes.io/metadata.name: ingress-nginx
      ports:
        - port: 8080
`,
  },
  needs: ["pods"],
  concerns: ({ fronts }) => fronts.routes.length > 0,
  check: blockedBackends,
  word(facts, problem) {
    const { route, connecting, service, concerned, side } = facts;
    const who = connecting.type === "pods" ? connectingText(connecting) : "the controller";
    return {
      message: `${cannotReach(connecting)} ${concernedText(concerned)} on ${portText(facts)}, a backend of ${code(route)}`,
      label:
        side === "egress"
          ? `its controller may not connect to the pods behind ${code(service)}`
          : `the pods behind ${code(service)} do not let ${connecting.type === "pods" ? "its controller" : "anybody"} in`,
      related: denierLabels(problem),
      help:
        side === "egress"
          ? `allow egress of ${who} to the pods behind ${code(service)} on ${portText(facts)}`
          : `let ${who} in on ${portText(facts)}`,
    };
  },
});

function cannotReach(connecting: Connecting): string {
  return connecting.type === "unknown"
    ? "no controller can reach"
    : `${connectingText(connecting)} cannot reach`;
}
