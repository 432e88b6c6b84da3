import { isAddedLabel } from "../../cluster/kinds/workload/added-labels.js";
import { VOLATILE_LABELS } from "../../cluster/model/volatile-labels.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Label } from "../../cluster/model/new-parts.js";
import type { Labels } from "../../cluster/model/labels.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";

/** Keys that people select by, the usual ones first. */
const USUAL = [
  "app",
  "app.kubernetes.io/name",
  "k8s-app",
  "name",
  "app.kubernetes.io/component",
  "component",
];

/**
 * The fewest labels that select some pods of one namespace, and as few others there as all of their labels do. None
 * where they have none in common that stay: then every pod of the namespace is selected.
 */
export function labelsOfPods(pods: readonly PodEndpoint[], { workloads }: Cluster): readonly Label[] {
  const [first] = pods;
  if (first === undefined) return [];
  const common = lastingLabels(pods);
  const ids = new Set(pods.map(({ id }) => id));
  const others = workloads
    .filter(({ namespace }) => namespace === first.namespace)
    .flatMap(({ members }) => members)
    .filter(({ id }) => !ids.has(id));
  const countOf = (labels: readonly Label[]): number =>
    others.filter((pod) => hasAll(pod.labels, labels)).length;
  const fewest = countOf(common);
  const pairs = common.flatMap((a, i) => common.slice(i + 1).map((b) => [a, b]));
  const choices = [...common.map((label) => [label]), ...pairs];
  return choices.find((labels) => countOf(labels) === fewest) ?? common;
}

/** Labels that all of some pods have, and keep: no controller gives them a value of its own. */
function lastingLabels(pods: readonly PodEndpoint[]): Label[] {
  const [first] = pods;
  const labels = Object.entries(first?.labels ?? {})
    .filter(([key]) => !isAddedLabel(key) && !VOLATILE_LABELS.has(key))
    .filter(([key]) => !pods.some(({ untoldLabels }) => untoldLabels.some((each) => each.key === key)))
    .filter((label) => pods.every((pod) => hasAll(pod.labels, [label])));
  const rank = ([key]: Label): number => (USUAL.includes(key) ? USUAL.indexOf(key) : USUAL.length);
  return labels.toSorted((a, b) => rank(a) - rank(b));
}

/** True where some labels are among others. */
function hasAll(labels: Labels, some: readonly Label[]): boolean {
  return some.every(([key, value]) => labels[key] === value);
}
