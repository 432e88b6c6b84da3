import { child } from "../../source/manifest/origin.js";
import { fieldAt, valueIn } from "../../source/manifest/node.js";
import { isMapping, jsonType, type Value } from "../../source/manifest/value.js";
import { mistypedFinding } from "./mistyped.js";
import type { ApiObject } from "./request.js";
import type { Problem } from "../problems/problem.js";

/**
 * Labels that are no strings, for which a server refuses the object (S-IN-3, V-META-5): of a built-in kind the first
 * one, where decoding ends.
 * @param paths where the object has labels: `["metadata"]`, `["spec", "template", "metadata"]`
 */
export function labelTypeProblems(
  { ref, node }: ApiObject,
  paths: readonly (readonly string[])[],
): readonly Problem[] {
  for (const path of paths) {
    if (!mayHaveOther(node.value, path)) continue;
    const labels = fieldAt(node, ...path, "labels");
    for (const [key, value] of Object.entries(isMapping(labels?.value) ? labels.value : {})) {
      if (labels === undefined || typeof value === "string" || value === null) continue;
      const at = child(labels.origin, key);
      const field = [...path, "labels"].join(".");
      const goField = `ObjectMeta.${field}`;
      const line = `json: cannot unmarshal ${jsonType(value)} into Go struct field ${goField} of type string`;
      return [{ ...mistypedFinding(at, field, ["text"], value), at, object: ref, server: [line] }];
    }
  }
  return [];
}

/** True where a label may be no string: seldom, and only then places are asked for. */
function mayHaveOther(value: Value, path: readonly string[]): boolean {
  const labels = valueIn(path.reduce<Value | undefined>(valueIn, value), "labels");
  if (!isMapping(labels)) return false;
  for (const key in labels) if (typeof labels[key] !== "string") return true;
  return false;
}
