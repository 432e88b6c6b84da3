import { kindAndName } from "../../../cluster/model/object-ref.js";
import { originFor } from "../../../cluster/model/selector.js";
import { peersOf, rulesOf } from "../../../cluster/model/policy-parts.js";
import { JOB_NAME_LABELS } from "../../../cluster/model/labels.js";
import { workloadsByNamespace } from "../../../cluster/model/by-namespace.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Names of CronJobs where those of Jobs are meant: a CronJob calls each of its Jobs by its name and a number (S-WL-1). */
export function* namedAfterCronJobs(cluster: Cluster, policy: Policy): Generator<Problem> {
  const peers = rulesOf(policy).flatMap(({ rule }) => peersOf(rule));
  const selections = [policy.subject, ...peers.flatMap((peer) => (peer.type === "pods" ? [peer] : []))];
  for (const { namespaces, pods } of selections) {
    const { own } = namespaces;
    if (own === undefined) continue;
    const there = workloadsByNamespace(cluster).get(own) ?? [];
    for (const requirement of pods?.requirements ?? []) {
      const { key, operator, values } = requirement;
      if (operator !== "In" || !JOB_NAME_LABELS.includes(key)) continue;
      for (const value of values) {
        const cronJob = cronJobNamed(there, key, value);
        const at = originFor(requirement, value);
        if (cronJob === undefined || at === undefined) continue;
        const facts = { key, value, changesWith: "run", cronJob: kindAndName(cronJob) } as const;
        yield { code: "volatile-label-in-selector", facts, at, object: policy.ref };
      }
    }
  }
}

/** The CronJob of a name; undefined where a Job has it, or pods have the label with that value. */
function cronJobNamed(there: readonly Workload[], key: string, value: string): Workload | undefined {
  if (there.some(({ members }) => members.some(({ labels }) => labels[key] === value))) return undefined;
  return there.find(({ kind, name }) => kind === "CronJob" && name === value);
}
