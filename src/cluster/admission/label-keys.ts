import { groupBy } from "../../base/collections/group-by.js";
import { oncePer } from "../../base/collections/once-per.js";
import { child, keyOf, type Origin } from "../../source/manifest/origin.js";
import { isList, isMapping, type Value } from "../../source/manifest/value.js";
import type { Document } from "../../source/manifest/document.js";
import type { ApiObject } from "./request.js";
import type { Problem } from "../problems/problem.js";
import type { RestoredKey } from "../../source/manifest/composed.js";

/** Keys of labels that the server stores under another text than the one that is written (S-IN-3). No refusal. */
export function labelKeyProblems({ ref, node }: ApiObject): Problem[] {
  const { restoredKeys } = node.origin.document;
  if (restoredKeys.length === 0) return [];
  const byMapping = keysByMapping(node.origin.document);
  const problems: Problem[] = [];
  const seen = new Set<RestoredKey>();
  visitLabelMaps(node.value, node.origin, (map, at) => {
    for (const restored of byMapping.get(map) ?? []) {
      if (seen.has(restored)) continue;
      seen.add(restored);
      const facts = { written: restored.written, stored: restored.key };
      problems.push({ code: "label-key-not-string", facts, at: keyOf(child(at, restored.key)), object: ref });
    }
  });
  return problems;
}

/** Sorted once for a document, however many objects its lists have. */
const keysByMapping = oncePer((document: Document) =>
  groupBy(document.restoredKeys, ({ mapping }): Value => mapping),
);

const LABEL_MAPS: ReadonlySet<string> = new Set(["labels", "matchLabels"]);

function visitLabelMaps(value: Value, at: Origin, visit: (map: Value, at: Origin) => void): void {
  if (isList(value)) for (const [i, item] of value.entries()) visitLabelMaps(item, child(at, i), visit);
  if (!isMapping(value)) return;
  for (const key of Object.keys(value)) {
    const inner = value[key] as Value;
    if (LABEL_MAPS.has(key)) visit(inner, child(at, key));
    else visitLabelMaps(inner, child(at, key), visit);
  }
}
