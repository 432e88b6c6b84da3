import { labelsOf, NAMESPACE_NAME_LABEL, type Labels } from "../../cluster/model/labels.js";
import { TextSet } from "../match/text-set.js";
import { valuesOf } from "../match/selector.js";
import { selectorOf, type Requirement } from "../../cluster/model/selector.js";
import type { Namespace } from "../../cluster/model/cluster.js";
import type { NamespaceComparison, NamespaceSelection } from "../../cluster/model/policy.js";

/** Labels that fulfil every requirement, as few as possible; undefined where there are none. */
export function labelsFulfilling(requirements: readonly Requirement[]): Labels | undefined {
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

/**
 * Labels of a namespace that does not exist yet and fulfils every requirement, its name among them; undefined where only
 * one of the names that are taken fulfils them.
 */
export function newNamespaceLabels(
  requirements: readonly Requirement[],
  taken: Iterable<string>,
): Labels | undefined {
  const name = { key: NAMESPACE_NAME_LABEL, origin: undefined } as const;
  return labelsFulfilling([
    ...requirements,
    { ...name, operator: "NotIn", values: [...taken] },
    { ...name, operator: "Exists", values: [] },
  ]);
}

/**
 * The namespaces that a comparison finds for a subject in one namespace, as selections of which any may hold (S-TEN-1…3);
 * both readings where the texts disagree.
 */
export function namespacesComparedWith(
  comparison: NamespaceComparison,
  { name, labels }: Pick<Namespace, "name" | "labels">,
): readonly NamespaceSelection[] {
  if (comparison.of === "names") {
    if (comparison.isSame) return [{ own: name }];
    return [selectionOf([requirement(NAMESPACE_NAME_LABEL, "NotIn", name)])];
  }
  const { keys } = comparison;
  const own = keys.map((key) => ({ key, value: labels[key] }));
  if (!own.every(hasValue)) return [];
  if (comparison.of === "same-labels")
    return [selectionOf(own.map(({ key, value }) => requirement(key, "In", value)))];
  const others = own.map(({ key, value }) =>
    selectionOf([...keys.map((each) => requirement(each, "Exists")), requirement(key, "NotIn", value)]),
  );
  if (!comparison.isContested) return others;
  return [...others, selectionOf(keys.map((key) => requirement(key, "DoesNotExist")))];
}

function hasValue<T extends { readonly value: string | undefined }>(
  label: T,
): label is T & { readonly value: string } {
  return label.value !== undefined;
}

function requirement(key: string, operator: Requirement["operator"], ...values: string[]): Requirement {
  return { key, operator, values, origin: undefined };
}

function selectionOf(requirements: readonly Requirement[]): NamespaceSelection {
  return { selector: selectorOf(requirements) };
}

/** A value of a set that has one: the first, or of a set without an end, one that it does not leave out. */
function valueIn(values: TextSet): string {
  const [first] = values.values ?? [];
  if (first !== undefined) return first;
  let value = "any";
  for (let i = 1; !values.has(value); i++) value = `any-${i}`;
  return value;
}
