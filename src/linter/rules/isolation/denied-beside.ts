import { deniesEverything } from "./default-deny.js";
import { effectiveAction } from "../../../semantics/match/effect.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { policiesByNamespace } from "../../../cluster/model/by-namespace.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { Direction } from "../../../cluster/model/policy.js";

/** How much of what comes to a workload, or leaves it, rules of the Admin and Baseline tiers deny; nothing of those that are missing. */
type DeniedWorkloads = ReadonlyMap<Workload, "all" | "some">;

/** The workloads that rules with Deny of policies of the whole cluster are for: they are not open, whoever else forgets them. */
export const deniedBeside = oncePer((cluster: Cluster): Readonly<Record<Direction, DeniedWorkloads>> => ({
  egress: deniedIn(cluster, "egress"),
  ingress: deniedIn(cluster, "ingress"),
}));

function deniedIn(cluster: Cluster, direction: Direction): DeniedWorkloads {
  const index = podIndexOf(cluster);
  const denied = new Map<Workload, "all" | "some">();
  for (const { tier, subject, rules } of policiesByNamespace(cluster).get(undefined) ?? []) {
    const denying = (rules[direction]?.rules ?? []).filter((rule) => effectiveAction(rule) === "Deny");
    if (denying.length === 0) continue;
    const isAll = denying.some(deniesEverything);
    const selected = index.select(subject, tier);
    cluster.work?.take(selected.length);
    for (const { workloads } of selected)
      for (const workload of workloads)
        if (isAll || !denied.has(workload)) denied.set(workload, isAll ? "all" : "some");
  }
  return denied;
}
