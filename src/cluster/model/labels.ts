import { emptyMapping } from "../../source/manifest/value.js";

/** Labels of a pod, namespace or node: a mapping without prototype, for a label may be called `constructor`. */
export type Labels = Readonly<Record<string, string>>;

/** Of what has no labels, or none that are known: one frozen value for all. */
export const NO_LABELS: Labels = Object.freeze(emptyMapping() as Record<string, string>);

/** The label that every Namespace has, whatever its manifest says (S-NS-1). */
export const NAMESPACE_NAME_LABEL = "kubernetes.io/metadata.name";

/** True where labels have every one of some others, as the selector of a Service asks. */
export function hasLabels(labels: Labels, wanted: Labels): boolean {
  return Object.keys(wanted).every((key) => labels[key] === wanted[key]);
}

/** Labels from pairs; later ones win. */
export function labelsOf(pairs: Iterable<readonly [string, string]>): Labels {
  const labels = emptyMapping() as Record<string, string>;
  for (const [key, value] of pairs) labels[key] = value;
  return labels;
}

/** Labels that a Job adds to its pods, with its own name as value. */
export const JOB_NAME_LABELS: readonly string[] = ["batch.kubernetes.io/job-name", "job-name"];
