import { NAMESPACE_NAME_LABEL } from "../../model/labels.js";
import type { Json } from "../../../source/edit/edit.js";
import type { NamespaceComparison } from "../../model/policy.js";

/** The values that labels of the subject's namespace have; undefined for a label that it lacks. */
export type NamespaceLabelValues = ReadonlyMap<string, string | undefined>;

/** The labels that a comparison compares; the name is one that every namespace has (S-NS-1). */
export function comparedKeys(comparison: NamespaceComparison): readonly string[] {
  return comparison.of === "names" ? [NAMESPACE_NAME_LABEL] : comparison.keys;
}

/**
 * Selectors of the namespaces that a comparison finds for a subject whose namespace has these labels; any of them may
 * hold (S-TEN-1…3). Without one of the labels it finds none.
 */
export function comparedSelectors(
  comparison: NamespaceComparison,
  values: NamespaceLabelValues,
): readonly Json[] {
  const keys = comparedKeys(comparison);
  const pairs = keys.flatMap((key): [string, string][] => {
    const value = values.get(key);
    return value === undefined ? [] : [[key, value]];
  });
  if (pairs.length < keys.length || keys.length === 0) return [];
  if (comparison.of === "same-labels" || (comparison.of === "names" && comparison.isSame))
    return [{ matchLabels: Object.fromEntries(pairs) }];
  // Every namespace has its name: there is no need to ask for it.
  const present = comparison.of === "names" ? [] : keys.map((key) => ({ key, operator: "Exists" }));
  return pairs.map(([key, value]) => ({
    matchExpressions: [...present, { key, operator: "NotIn", values: [value] }],
  }));
}
