import { policiesByNamespace, workloadsByNamespace } from "../../cluster/model/by-namespace.js";
import { oncePer, oncePerAsked } from "../../base/collections/once-per.js";
import { unclaimedIn } from "./unclaimed.js";
import { tellingWords } from "./telling-words.js";
import type { Absence } from "./absences.js";
import type { Cluster, Workload } from "../../cluster/model/cluster.js";
import type { Policy } from "../../cluster/model/policy.js";

/**
 * The workloads that a selector of pods which are not there may be meant for: of a policy's subject any that no policy names, for it is
 * to protect something, but none that only runs to its end where a policy lets these pods be called; of a peer those that have a word with it in common, for most peers that are absent are somebody else's.
 */
export function meantFor(
  cluster: Cluster,
  { policy, isOwn, isSubject, values }: Absence,
): readonly Workload[] {
  const namespace = policy.ref.namespace ?? "";
  const unclaimed = isOwn ? unclaimedIn(cluster, namespace) : [];
  if (unclaimed.length === 0) return unclaimed;
  if (isSubject) return areCalled(cluster, policy) ? unclaimed.filter(mayBeCalled) : unclaimed;
  const common = commonWords(cluster, namespace);
  cluster.work?.take(unclaimed.length);
  const words = new Set(tellingWords(...values).filter((word) => !common.has(word)));
  return unclaimed.filter((each) => workloadWords(each).some((word) => words.has(word)));
}

/** True where a policy about the same pods, itself or another one of its namespace, lets somebody in. */
function areCalled(cluster: Cluster, { ref, subject }: Policy): boolean {
  const beside = policiesByNamespace(cluster).get(ref.namespace) ?? [];
  cluster.work?.take(beside.length);
  return beside.some(
    (each) => (each.rules.ingress?.rules.length ?? 0) > 0 && each.subject.pods?.key === subject.pods?.key,
  );
}

/** False for what runs to its end and declares no port. */
function mayBeCalled({ kind, members }: Workload): boolean {
  return (kind !== "Job" && kind !== "CronJob") || members.some(({ ports }) => (ports ?? []).length > 0);
}

/** Words that do not tell the workloads of a namespace apart: its own, and those that several of them have. */
const commonWords = oncePerAsked(
  (namespace: string) => namespace,
  (cluster: Cluster, namespace: string): ReadonlySet<string> => {
    const met = new Set<string>();
    const common = new Set(tellingWords(namespace));
    for (const each of workloadsByNamespace(cluster).get(namespace) ?? []) {
      for (const word of workloadWords(each))
        if (met.has(word)) common.add(word);
        else met.add(word);
    }
    return common;
  },
);

/** The words by which a workload is called, each once: in its name, and in the values of its labels. */
export const workloadWords = oncePer(({ name, members }: Workload): readonly string[] => [
  ...new Set(tellingWords(name, ...Object.values(members[0]?.labels ?? {}))),
]);
