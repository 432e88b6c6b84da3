import { groupBy } from "../../base/collections/group-by.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { Cluster, Workload } from "./cluster.js";

/** Policies by their namespace; those of the whole cluster under undefined. */
export const policiesByNamespace = oncePer(({ policies }: Cluster) =>
  groupBy(policies, ({ ref }) => ref.namespace),
);

/** Workloads by their namespace. */
export function workloadsByNamespace({
  workloads,
}: Pick<Cluster, "workloads">): ReadonlyMap<string, readonly Workload[]> {
  return groupedByNamespace(workloads);
}

const groupedByNamespace = oncePer((workloads: readonly Workload[]) =>
  groupBy(workloads, ({ namespace }) => namespace),
);
