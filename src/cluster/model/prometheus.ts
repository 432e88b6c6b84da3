import { labelsOf, type Labels } from "./labels.js";
import { podsWith, type ServicePod } from "./labelled-pods.js";
import type { Cluster } from "./cluster.js";

/** The label that the Prometheus operator and the usual charts give its pods. */
const LABELS = labelsOf([["app.kubernetes.io/name", "prometheus"]]);

/** What manifests without a chart call them; charts of old give the same to what runs beside Prometheus, with another component. */
const PLAIN_LABELS: readonly Labels[] = [
  labelsOf([["app", "prometheus"]]),
  labelsOf([["app", "prometheus-server"]]),
  labelsOf([["k8s-app", "prometheus"]]),
];

/** The pods that scrape what annotations say. */
export function annotationScrapers(cluster: Pick<Cluster, "workloads">): ServicePod[] {
  return podsWith(cluster, [LABELS, ...PLAIN_LABELS]).filter(({ pod: { labels } }) =>
    isServer(labels["component"] ?? labels["app.kubernetes.io/component"]),
  );
}

function isServer(component: string | undefined): boolean {
  return component === undefined || component === "server" || component === "prometheus";
}

/** The pods that scrape what monitors say. */
export function prometheusPods(cluster: Pick<Cluster, "workloads">): ServicePod[] {
  return podsWith(cluster, [LABELS]);
}
