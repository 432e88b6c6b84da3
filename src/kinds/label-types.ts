import { entries, fieldAt } from "./node.js";
import { jsonType } from "../manifest/value.js";
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
    for (const [, label] of entries(fieldAt(node, ...path, "labels"))) {
      const { value, origin } = label;
      if (typeof value === "string" || value === null) continue;
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
