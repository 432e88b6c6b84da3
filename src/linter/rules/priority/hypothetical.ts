import { labelsOf, NAMESPACE_NAME_LABEL, type Labels } from "../../../cluster/model/labels.js";
import { hypotheticalPod, type PodEndpoint } from "../../../cluster/model/endpoint.js";
import { labelsFulfilling, newNamespaceLabels } from "../../../semantics/reach/hypothetical.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { PodIndex } from "../../../questions/mistakes/pod-index.js";
import type { PodSelection } from "../../../cluster/model/policy.js";
import type { Requirement, Selector } from "../../../cluster/model/selector.js";

/** A pod that the input does not hold, with what is fixed of its namespace. */
export interface HypotheticalPod {
  readonly pod: PodEndpoint;
  /** True for a namespace that the input does not hold either. */
  readonly isNewNamespace: boolean;
  readonly namespaceLabels: Labels;
}

/** A pod that two selections select; undefined where there can be none. */
export function podOfBoth(
  a: PodSelection,
  b: PodSelection,
  cluster: Cluster,
  index: PodIndex,
): HypotheticalPod | undefined {
  const labels = labelsFulfilling([...requirementsOf(a.pods), ...requirementsOf(b.pods)]);
  const namespace = namespaceOfBoth(a, b, cluster, index);
  if (labels === undefined || namespace === undefined) return undefined;
  const pod = hypotheticalPod(namespace.name, labels);
  return { pod, isNewNamespace: namespace.isNew, namespaceLabels: namespace.labels };
}

function requirementsOf(selector: Selector | undefined): readonly Requirement[] {
  return selector?.requirements ?? [];
}

interface NamespaceChoice {
  readonly name: string;
  readonly isNew: boolean;
  readonly labels: Labels;
}

/** A namespace of the input that both may reach, or else a new one. */
function namespaceOfBoth(
  { namespaces: a }: PodSelection,
  { namespaces: b }: PodSelection,
  { namespaces }: Cluster,
  index: PodIndex,
): NamespaceChoice | undefined {
  const reached = new Set(index.namespacesOf(b));
  const common = index.namespacesOf(a).filter((each) => reached.has(each));
  const existing = common.find(({ isKnown }) => isKnown) ?? common[0];
  if (existing !== undefined) return { name: existing.name, isNew: false, labels: existing.labels };
  if (a.own !== undefined || b.own !== undefined) return undefined;
  const asked = [...a.selector.requirements, ...b.selector.requirements];
  const labels = newNamespaceLabels(asked, namespaces.keys());
  const name = labels?.[NAMESPACE_NAME_LABEL];
  if (labels === undefined || name === undefined) return undefined;
  const isNamed = asked.some(({ key }) => key === NAMESPACE_NAME_LABEL);
  const shown = Object.entries(labels).filter(([key]) => isNamed || key !== NAMESPACE_NAME_LABEL);
  return { name, isNew: true, labels: labelsOf(shown) };
}
