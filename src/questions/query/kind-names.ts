/** The kinds that can be named as an endpoint, with every name that kubectl takes for them. */
const NAMES: readonly (readonly [kind: string, names: readonly string[]])[] = [
  ["Pod", ["pod", "pods", "po"]],
  ["Deployment", ["deployment", "deployments", "deploy"]],
  ["ReplicaSet", ["replicaset", "replicasets", "rs"]],
  ["StatefulSet", ["statefulset", "statefulsets", "sts"]],
  ["DaemonSet", ["daemonset", "daemonsets", "ds"]],
  ["ReplicationController", ["replicationcontroller", "replicationcontrollers", "rc"]],
  ["Job", ["job", "jobs"]],
  ["CronJob", ["cronjob", "cronjobs", "cj"]],
  ["Node", ["node", "nodes", "no"]],
  ["Service", ["service", "services", "svc"]],
  ["Ingress", ["ingress", "ingresses", "ing"]],
  ["Gateway", ["gateway", "gateways", "gtw"]],
  ["HTTPRoute", ["httproute", "httproutes"]],
  ["GRPCRoute", ["grpcroute", "grpcroutes"]],
  ["TLSRoute", ["tlsroute", "tlsroutes"]],
  ["TCPRoute", ["tcproute", "tcproutes"]],
  ["UDPRoute", ["udproute", "udproutes"]],
];

/** The kinds that say who connects to Services, without being an end of traffic themselves (S-ING-1). */
const ROUTE_KINDS: ReadonlySet<string> = new Set([
  "Ingress",
  "Gateway",
  "HTTPRoute",
  "GRPCRoute",
  "TLSRoute",
  "TCPRoute",
  "UDPRoute",
]);

/**
 * True for the kinds behind which a controller connects instead of the client: Ingress, Gateway and the routes of the
 * Gateway API.
 */
export function isRouteKind(kind: string): boolean {
  return ROUTE_KINDS.has(kind);
}

const BY_NAME: ReadonlyMap<string, string> = new Map(
  NAMES.flatMap(([kind, names]) => names.map((name) => [name, kind])),
);

/**
 * The kind that a word names, or undefined.
 * @param others kinds of workloads that the input has beside the usual ones, such as an owner that is a custom kind
 */
export function kindNamed(word: string, others: Iterable<string> = []): string | undefined {
  const lower = word.toLowerCase();
  return BY_NAME.get(lower) ?? [...others].find((kind) => kind.toLowerCase() === lower);
}
