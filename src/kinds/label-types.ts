import { child } from "../manifest/origin.js";
import { isMapping, jsonType, type Mapping, type Value } from "../manifest/value.js";
import { mistypedFinding } from "./mistyped.js";
import type { ApiObject } from "./kind.js";
import type { Problem } from "../diagnostics/problem.js";

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
    const labels = valueAt(node.value, path);
    for (const key of Object.keys(labels)) {
      const value = labels[key] as Value;
      if (typeof value === "string" || value === null) continue;
      const origin = child(node.origin, ...path, "labels", key);
      const field = [...path, "labels"].join(".");
      const goField = `ObjectMeta.${field}`;
      const line = `json: cannot unmarshal ${jsonType(value)} into Go struct field ${goField} of type string`;
      return [
        { ...mistypedFinding(origin, field, ["text"], value), at: origin, object: ref, server: [line] },
      ];
    }
  }
  return [];
}

const NONE: Mapping = {};

/** The labels below a path; none where there is no mapping. */
function valueAt(root: Value, path: readonly string[]): Mapping {
  let value: Value | undefined = root;
  for (const key of path) value = isMapping(value) ? value[key] : undefined;
  const labels = isMapping(value) ? value["labels"] : undefined;
  return isMapping(labels) ? labels : NONE;
}
