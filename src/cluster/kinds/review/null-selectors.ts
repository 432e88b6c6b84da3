import { child, keyOf } from "../../../source/manifest/origin.js";
import { entries, field, items, type Node } from "../../../source/manifest/node.js";
import { nullField } from "./nulls.js";
import type { Found } from "../../problems/found.js";

/**
 * What nulls make of a selector (S-NULL): without conditions it selects everything; a label without a value is dropped
 * from a custom resource, and asks for the empty value in a built-in kind.
 */
export function nullsInSelector(selector: Node, of: "custom resource" | "built-in kind"): Found[] {
  const labels = entries(field(selector, "matchLabels"));
  const isDropped = of === "custom resource";
  const kept = labels.filter(([, { value }]) => value !== null || !isDropped).length;
  const isEmpty = kept + items(field(selector, "matchExpressions")).length === 0;
  const found = labels
    .filter(([, { value }]) => value === null)
    .map(([label, { origin }]): Found => {
      const effect = isDropped ? (isEmpty ? "last-label-dropped" : "label-dropped") : "label-empty";
      return {
        at: keyOf(origin),
        finding: { code: "selector-emptied-by-null", facts: { field: label, effect } },
      };
    });
  if (found.length > 0 || !isEmpty) return found;
  const lost = ["matchLabels", "matchExpressions"].find((key) => nullField(selector, key) !== undefined);
  if (lost === undefined) return [];
  const facts = { field: lost, effect: "selects-everything" } as const;
  return [{ at: keyOf(child(selector.origin, lost)), finding: { code: "selector-emptied-by-null", facts } }];
}
