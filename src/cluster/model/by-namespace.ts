import { groupBy } from "../../base/collections/group-by.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { Cluster } from "./cluster.js";

/** Policies by their namespace; those of the whole cluster under undefined. */
export const policiesByNamespace = oncePer(({ policies }: Cluster) =>
  groupBy(policies, ({ ref }) => ref.namespace),
);

/** Workloads by their namespace. */
export const workloadsByNamespace = oncePer(({ workloads }: Cluster) =>
  groupBy(workloads, ({ namespace }) => namespace),
);
