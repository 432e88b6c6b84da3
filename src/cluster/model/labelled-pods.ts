import { hasLabels, type Labels } from "./labels.js";
import { oncePer } from "../../base/collections/once-per.js";
import { workloadsByNamespace } from "./by-namespace.js";
import type { Cluster, Workload } from "./cluster.js";
import type { PodEndpoint } from "./endpoint.js";

/** A pod, with the workload that it belongs to. */
export interface ServicePod {
  readonly workload: Workload;
  readonly pod: PodEndpoint;
}

/** The pods of any namespace that have all labels of one of some sets. */
export function podsWith({ workloads }: Pick<Cluster, "workloads">, sets: readonly Labels[]): ServicePod[] {
  return podsOf(workloads, ({ labels }) => sets.some((set) => hasLabels(labels, set)));
}

/** The pods of a namespace that have all of some labels. */
export function podsOfNamespaceWith(
  cluster: Pick<Cluster, "workloads">,
  namespace: string,
  labels: Labels,
): readonly ServicePod[] {
  const workloads = workloadsByNamespace(cluster).get(namespace);
  if (workloads === undefined) return [];
  const { all, byLabel } = filed(workloads);
  let fewest = all;
  for (const [key, value] of Object.entries(labels)) {
    const some = byLabel.get(labelText(key, value)) ?? [];
    if (some.length < fewest.length) fewest = some;
  }
  return fewest.filter(({ pod }) => hasLabels(pod.labels, labels));
}

/** Pods of some workloads, and those of each label: a namespace may have as many Services as workloads. */
const filed = oncePer((workloads: readonly Workload[]) => {
  const all: readonly ServicePod[] = podsOf(workloads, () => true);
  const byLabel = new Map<string, ServicePod[]>();
  for (const each of all) {
    for (const [key, value] of Object.entries(each.pod.labels)) {
      const text = labelText(key, value);
      const some = byLabel.get(text);
      if (some === undefined) byLabel.set(text, [each]);
      else some.push(each);
    }
  }
  return { all, byLabel };
});

function labelText(key: string, value: string): string {
  return `${key}=${value}`;
}

function podsOf(workloads: readonly Workload[], isMeant: (pod: PodEndpoint) => boolean): ServicePod[] {
  return workloads.flatMap((workload) => workload.members.filter(isMeant).map((pod) => ({ workload, pod })));
}
