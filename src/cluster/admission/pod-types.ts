import { fieldAt, valueIn } from "../../source/manifest/node.js";
import { jsonType, type Value } from "../../source/manifest/value.js";
import { mistypedFinding } from "./mistyped.js";
import type { ApiObject } from "./request.js";
import type { Problem } from "../problems/problem.js";

/**
 * `hostNetwork` of a pod that is no boolean, for which a server refuses the object: which policies apply to the pod hangs on it.
 * @param paths where the object has the spec of a pod: `["spec"]`, `["spec", "template", "spec"]`
 * @param isLeftOpen what of such values may stay: a placeholder, where what it becomes is not asked for
 */
export function podTypeProblems(
  { ref, node }: ApiObject,
  paths: readonly (readonly string[])[],
  isLeftOpen: (value: Value) => boolean,
): readonly Problem[] {
  return paths.flatMap((path): readonly Problem[] => {
    const value = valueIn(path.reduce<Value | undefined>(valueIn, node.value), "hostNetwork");
    if (value === undefined || value === null || typeof value === "boolean" || isLeftOpen(value)) return [];
    const at = fieldAt(node, ...path, "hostNetwork")?.origin ?? node.origin;
    const field = [...path, "hostNetwork"].join(".");
    const line = `json: cannot unmarshal ${jsonType(value)} into Go struct field PodSpec.${field} of type bool`;
    return [{ ...mistypedFinding(at, field, ["boolean"], value), at, object: ref, server: [line] }];
  });
}
