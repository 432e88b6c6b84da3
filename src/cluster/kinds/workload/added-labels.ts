import { JOB_NAME_LABELS } from "../../model/labels.js";
import type { UntoldLabel } from "../../model/untold-label.js";

/** Copied from the node by servers of 1.35 and newer; a node may lack them. */
const TOPOLOGY_LABELS: readonly UntoldLabel[] = [
  { key: "topology.kubernetes.io/zone", always: false },
  { key: "topology.kubernetes.io/region", always: false },
];

const always = (key: string): UntoldLabel => ({ key, always: true });

const JOB_UIDS = [always("batch.kubernetes.io/controller-uid"), always("controller-uid")];

/** Labels that controllers add to the pods of a template, by the template's kind (S-WL-1). */
const BY_KIND: ReadonlyMap<string, readonly UntoldLabel[]> = new Map([
  ["Deployment", [always("pod-template-hash")]],
  [
    "StatefulSet",
    [
      always("statefulset.kubernetes.io/pod-name"),
      always("apps.kubernetes.io/pod-index"),
      always("controller-revision-hash"),
    ],
  ],
  ["Rollout", [always("rollouts-pod-template-hash")]],
  ["DaemonSet", [always("controller-revision-hash"), always("pod-template-generation")]],
  ["Job", JOB_UIDS],
  ["CronJob", [...JOB_NAME_LABELS.map(always), ...JOB_UIDS]],
]);

const INDEX: UntoldLabel = always("batch.kubernetes.io/job-completion-index");

const ADDED: ReadonlySet<string> = new Set(
  [...[...BY_KIND.values()].flat(), INDEX, ...TOPOLOGY_LABELS].map(({ key }) => key),
);

/** True for a label that some controller or the server adds: its value is one pod's, or one rollout's. */
export function isAddedLabel(key: string): boolean {
  return ADDED.has(key);
}

/** The labels that will be added to the pods of a template, with values that the manifest does not tell. */
export function addedLabelsOf(kind: string, isIndexed: boolean): readonly UntoldLabel[] {
  return [...(BY_KIND.get(kind) ?? []), ...(isIndexed ? [INDEX] : []), ...TOPOLOGY_LABELS];
}

/** Labels that a Job adds with its own name as value, which its manifest tells. */
export function jobNameLabels(name: string): readonly (readonly [string, string])[] {
  return JOB_NAME_LABELS.map((key) => [key, name] as const);
}
