import type { Selector } from "../../cluster/model/selector.js";

/** What many clusters run, and few repositories of an application hold: the names by which its pods are labelled. */
const ADD_ONS: ReadonlySet<string> = new Set([
  "alertmanager",
  "argocd-application-controller",
  "argocd-server",
  "cert-manager",
  "contour",
  "coredns",
  "datadog",
  "datadog-agent",
  "envoy-gateway",
  "external-dns",
  "fluent-bit",
  "fluentd",
  "grafana",
  "haproxy-ingress",
  "ingress-nginx",
  "istio-ingressgateway",
  "istiod",
  "kong",
  "kube-dns",
  "kube-prometheus-stack",
  "kube-state-metrics",
  "loki",
  "metrics-server",
  "nginx-ingress",
  "nginx-ingress-controller",
  "opentelemetry-collector",
  "otel-collector",
  "prometheus",
  "prometheus-server",
  "promtail",
  "traefik",
  "vault",
  "velero",
]);

/** True for a selector of which a label names an add-on: `app: prometheus`. */
export function namesAddOn({ requirements }: Pick<Selector, "requirements">): boolean {
  return requirements.some(
    ({ operator, values }) =>
      operator === "In" && values.length > 0 && values.every((each) => ADD_ONS.has(each)),
  );
}
