import { blockedScrapes } from "./connections/scrapes.js";
import { code } from "./words/code.js";
import { concernedText } from "./words/exposure.js";
import { connectingText, denierLabels, portText } from "./words/connections.js";
import { defineRule } from "./define.js";

export const metricsScrapeBlocked = defineRule({
  id: "metrics-scrape-blocked",
  level: "warning",
  category: "risky",
  summary: "a ServiceMonitor or PodMonitor whose pods Prometheus cannot scrape",
  rationale:
    "Prometheus connects to every pod that a monitor selects, at the pod's own port. Where policies keep it out, the metrics are missing, and alerts that rest on them stay silent. Prometheus is found by the label `app.kubernetes.io/name: prometheus`, in any namespace.",
  reference: "S-EV-3",
  examples: {
    bad: `apiVersion: v1
kind: Namespace
metadata:
  name: monitoring
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: prometheus
  namespace: monitoring
spec:
  selector:
    matchLabels:
      app.kubernetes.io/name: prometheus
  template:
    metadata:
      labels:
        app.kubernetes.io/name: prometheus
    spec:
      containers:
        - name: prometheus
          image: registry.example/prometheus:1
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
        - containerPort: 9100
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
  labels:
    app: web
spec:
  selector:
    app: web
  ports:
    - name: metrics
      port: 9100
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels:
      app: web
  endpoints:
    - port: metrics
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
        - port: 9100
`,
    good: `apiVersion: v1
kind: Namespace
metadata:
  name: monitoring
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: prometheus
  namespace: monitoring
spec:
  selector:
    matchLabels:
      app.kubernetes.io/name: prometheus
  template:
    metadata:
      labels:
        app.kubernetes.io/name: prometheus
    spec:
      containers:
        - name: prometheus
          image: registry.example/prometheus:1
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
        - containerPort: 9100
---
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
  labels:
    app: web
spec:
  selector:
    app: web
  ports:
    - name: metrics
      port: 9100
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels:
      app: web
  endpoints:
    - port: metrics
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
              kubernetes.io/metadata.name: monitoring
      ports:
        - port: 9100
`,
  },
  needs: ["prometheus"],
  concerns: ({ fronts }) => fronts.monitors.length > 0,
  check: blockedScrapes,
  word(facts, problem) {
    const { monitor, connecting, concerned, side } = facts;
    const who = connectingText(connecting);
    return {
      message: `${who} cannot scrape ${concernedText(concerned)} on ${portText(facts)}, as ${code(monitor)} asks`,
      label:
        side === "egress" ? "Prometheus may not connect to this port" : "the pods do not let Prometheus in",
      related: denierLabels(problem),
      help:
        side === "egress"
          ? `allow egress of ${who} to ${concernedText(concerned)} on ${portText(facts)}`
          : `let the pods of ${who} in on ${portText(facts)}`,
    };
  },
});
