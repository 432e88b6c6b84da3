import { child, type Origin } from "../../source/manifest/origin.js";
import { fieldAt, valueIn } from "../../source/manifest/node.js";
import { isMapping, jsonType, type Value } from "../../source/manifest/value.js";
import { mistypedFinding } from "./mistyped.js";
import type { ApiObject } from "./request.js";
import type { Problem } from "../problems/problem.js";
import type { TypeName } from "../problems/violation.js";

/**
 * Labels that are no strings, or no mapping of them, for which a server refuses the object (S-IN-3, V-META-5): of a built-in kind the
 * first one, where decoding ends.
 * @param paths where the object has labels: `["metadata"]`, `["spec", "template", "metadata"]`
 */
export function labelTypeProblems(
  { ref, node }: ApiObject,
  paths: readonly (readonly string[])[],
): readonly Problem[] {
  for (const path of paths) {
    if (!mayHaveOther(node.value, path)) continue;
    const labels = fieldAt(node, ...path, "labels");
    if (labels === undefined) continue;
    const field = [...path, "labels"].join(".");
    const refused = (at: Origin, value: Value, expected: TypeName, goType: string): readonly Problem[] => {
      const line = `json: cannot unmarshal ${jsonType(value)} into Go struct field ObjectMeta.${field} of type ${goType}`;
      return [{ ...mistypedFinding(at, field, [expected], value), at, object: ref, server: [line] }];
    };
    if (!isMapping(labels.value)) return refused(labels.origin, labels.value, "mapping", "map[string]string");
    for (const [key, value] of Object.entries(labels.value))
      if (typeof value !== "string" && value !== null)
        return refused(child(labels.origin, key), value, "text", "string");
  }
  return [];
}

/**
 * A name or namespace that is no string (`name: 2048`, `namespace: on`), for which a server refuses the object (V-META-5). Without this it
 * would be an object without a name, or one of the default namespace.
 */
export function nameTypeProblems({ ref, node }: ApiObject): readonly Problem[] {
  const metadata = valueIn(node.value, "metadata");
  for (const key of ["name", "namespace"]) {
    const value = valueIn(metadata, key);
    if (value === undefined || value === null || typeof value === "string") continue;
    const at = fieldAt(node, "metadata", key)?.origin ?? node.origin;
    const field = `metadata.${key}`;
    const line = `json: cannot unmarshal ${jsonType(value)} into Go struct field ObjectMeta.${field} of type string`;
    return [{ ...mistypedFinding(at, field, ["text"], value), at, object: ref, server: [line] }];
  }
  return [];
}

/** True where a label may be no string: seldom, and only then places are asked for. */
function mayHaveOther(value: Value, path: readonly string[]): boolean {
  const labels = valueIn(path.reduce<Value | undefined>(valueIn, value), "labels");
  if (labels === undefined || labels === null) return false;
  if (!isMapping(labels)) return true;
  for (const key in labels) if (typeof labels[key] !== "string") return true;
  return false;
}
