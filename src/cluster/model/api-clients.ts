import { labelsOf, type Labels } from "./labels.js";
import { podsWith } from "./labelled-pods.js";
import { routeControllers } from "./route-controllers.js";
import type { Cluster, Workload } from "./cluster.js";

/**
 * The workloads that plainly use the API of Kubernetes: what they are cannot be done without it. That a pod has a service
 * account says nothing, for every pod has one.
 */
export function apiClients(cluster: Cluster): Workload[] {
  const labelled = podsWith(cluster, LABELS).map(({ workload }) => workload);
  const controllers = cluster.fronts.routes
    .flatMap((route) => routeControllers(cluster, route))
    .flatMap((each) => (each.type === "pods" ? each.pods : []))
    .map(({ workload }) => workload);
  const clients = new Set([...cluster.workloads.filter(isNamedSo), ...labelled, ...controllers]);
  return cluster.workloads.filter((workload) => clients.has(workload));
}

/** How the pods of operators and of controllers are called, by the tools that people make them with. */
const ENDINGS: readonly string[] = ["-operator", "-controller-manager"];

function isNamedSo({ name }: Workload): boolean {
  return ENDINGS.some((ending) => name.endsWith(ending));
}

const APP = "app.kubernetes.io/name";

/** Programs that watch objects of the API, by the name that their charts give them. */
const PROGRAMS: readonly string[] = [
  "argocd-application-controller",
  "cert-manager",
  "cluster-autoscaler",
  "external-dns",
  "external-secrets",
  "karpenter",
  "kube-state-metrics",
  "metrics-server",
  "reloader",
];

const LABELS: readonly Labels[] = [
  // What kubebuilder and the Operator SDK write.
  labelsOf([["control-plane", "controller-manager"]]),
  labelsOf([["k8s-app", "kube-dns"]]),
  labelsOf([["k8s-app", "metrics-server"]]),
  ...PROGRAMS.map((name) => labelsOf([[APP, name]])),
];
