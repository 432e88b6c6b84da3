import { labelsOf } from "./labels.js";
import { podsWith, type ServicePod } from "./labelled-pods.js";
import type { Cluster } from "./cluster.js";

/** The label that the Prometheus operator and the usual charts give its pods. */
const LABELS = labelsOf([["app.kubernetes.io/name", "prometheus"]]);

/** The pods that scrape what monitors say. */
export function prometheusPods(cluster: Pick<Cluster, "workloads">): ServicePod[] {
  return podsWith(cluster, [LABELS]);
}
