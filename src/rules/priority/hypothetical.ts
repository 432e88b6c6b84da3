import { labelsOf, NAMESPACE_NAME_LABEL, type Labels } from "../../model/labels.js";
import { TextSet } from "../../match/text-set.js";
import { valuesOf } from "../../match/selector.js";
import type { Cluster } from "../../model/cluster.js";
import type { PodEndpoint } from "../../model/endpoint.js";
import type { PodIndex } from "../selection/pod-index.js";
import type { PodSelection } from "../../model/policy.js";
import type { Requirement, Selector } from "../../model/selector.js";

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
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  const name = pairs.toSorted().join(",");
  const pod: PodEndpoint = {
    type: "pod",
    id: `${namespace.name}/hypothetical/${name}`,
    kind: "hypothetical pod",
    namespace: namespace.name,
    name,
    labels,
    addedLabels: [],
    hostNetwork: false,
    addresses: undefined,
    node: undefined,
    hostAddresses: [],
    ports: undefined,
    pods: [],
    replicas: undefined,
    origin: undefined,
  };
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
  const taken: Requirement = {
    key: NAMESPACE_NAME_LABEL,
    operator: "NotIn",
    values: [...namespaces.keys()],
    origin: undefined,
  };
  const named: Requirement = { ...taken, operator: "Exists", values: [] };
  const asked = [...a.selector.requirements, ...b.selector.requirements];
  const labels = labelsFulfilling([...asked, taken, named]);
  const name = labels?.[NAMESPACE_NAME_LABEL];
  if (labels === undefined || name === undefined) return undefined;
  const isNamed = asked.some(({ key }) => key === NAMESPACE_NAME_LABEL);
  const shown = Object.entries(labels).filter(([key]) => isNamed || key !== NAMESPACE_NAME_LABEL);
  return { name, isNew: true, labels: labelsOf(shown) };
}

/** Labels that fulfil every requirement, as few as possible; undefined where there are none. */
function labelsFulfilling(requirements: readonly Requirement[]): Labels | undefined {
  const possible = new Map<string, TextSet>();
  for (const requirement of requirements) {
    const values = possible.get(requirement.key) ?? TextSet.ANY;
    possible.set(requirement.key, values.intersect(valuesOf(requirement)));
  }
  const pairs: [string, string][] = [];
  for (const [key, values] of possible) {
    if (values.isEmpty) return undefined;
    if (!values.has(undefined)) pairs.push([key, valueIn(values)]);
  }
  return labelsOf(pairs);
}

/** A value of a set that has one: the first, or of a set without an end, one that it does not leave out. */
function valueIn(values: TextSet): string {
  const [first] = values.values ?? [];
  if (first !== undefined) return first;
  let value = "any";
  for (let i = 1; !values.has(value); i++) value = `any-${i}`;
  return value;
}
