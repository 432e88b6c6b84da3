import { hasLabels, type Labels } from "./labels.js";
import type { Cluster } from "./cluster.js";
import type { ServicePod } from "./services.js";

/** The pods of any namespace that have all labels of one of some sets. */
export function podsWith({ workloads }: Pick<Cluster, "workloads">, sets: readonly Labels[]): ServicePod[] {
  return workloads.flatMap((workload) =>
    workload.members
      .filter(({ labels }) => sets.some((set) => hasLabels(labels, set)))
      .map((pod) => ({ workload, pod })),
  );
}
