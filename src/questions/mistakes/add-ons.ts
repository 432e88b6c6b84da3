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

/** The namespaces in which people install some of them, by what their labels call them; others have one that is called as they are. */
const HOMES: readonly (readonly [namespaces: RegExp, names: RegExp])[] = [
  [
    /^(?:monitoring|observability|metrics|prometheus|openshift-monitoring|openshift-user-workload-monitoring)$/,
    /^(?:alertmanager|grafana|kube-prometheus-stack|kube-state-metrics|loki|opentelemetry-collector|otel-collector|prometheus|prometheus-server|promtail)$/,
  ],
  [/^(?:kube-system|ingress|traefik-system)$/, /^traefik$/],
  [/^(?:ingress|ingress-nginx|nginx-ingress)$/, /^(?:ingress-nginx|nginx-ingress|nginx-ingress-controller)$/],
  [/^(?:istio-system|istio-ingress)$/, /^(?:istio-ingressgateway|istiod)$/],
  [/^kube-system$/, /^(?:coredns|kube-dns|metrics-server)$/],
];

/** True for a label that calls pods as an add-on which people install in one of some namespaces. */
export function isHomeOf(namespaces: readonly string[], labels: Pick<Selector, "requirements">): boolean {
  const values = labels.requirements.flatMap((each) => (each.operator === "In" ? each.values : []));
  return HOMES.some(
    ([homes, names]) =>
      namespaces.some((each) => homes.test(each)) && values.some((each) => names.test(each)),
  );
}
