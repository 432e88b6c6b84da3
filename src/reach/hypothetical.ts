import { labelsOf, NAMESPACE_NAME_LABEL, type Labels } from "../model/labels.js";
import { TextSet } from "../match/text-set.js";
import { valuesOf } from "../match/selector.js";
import type { Requirement } from "../model/selector.js";

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

/** A value of a set that has one: the first, or of a set without an end, one that it does not leave out. */
function valueIn(values: TextSet): string {
  const [first] = values.values ?? [];
  if (first !== undefined) return first;
  let value = "any";
  for (let i = 1; !values.has(value); i++) value = `any-${i}`;
  return value;
}
