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
];

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
