import { pathOf, type Origin } from "../../source/manifest/origin.js";
import { typeNameOf, writtenText } from "./written.js";
import type { Finding, ProblemOf } from "../problems/problem.js";
import type { Json } from "../../source/edit/edit.js";
import type { TypeName } from "../problems/violation.js";
import type { Value } from "../../source/manifest/value.js";

/**
 * What a value of the wrong type is: an unquoted label, or something else that does not fit (S-IN-3, V-CR-9, V-META-5).
 * @param meant the value that was meant, where that is clear
 */
export function mistypedFinding(
  at: Origin,
  field: string,
  expected: readonly TypeName[],
  value: Value,
  meant?: Json,
): Finding {
  const actual = typeNameOf(value);
  const isScalar = typeof value !== "object";
  const part = expected.includes("text") ? labelPart(at) : undefined;
  if (part !== undefined && isScalar && typeof value !== "string") {
    const type = typeof value === "boolean" ? "boolean" : "number";
    const text = writtenText(at);
    const fix = [{ type: "set", at, value: text }] as const;
    return { code: "label-not-string", facts: { part, written: text, actual: type }, fix };
  }
  const written = isScalar ? { written: writtenText(at) } : {};
  const instead = meant === undefined ? {} : { meant };
  return {
    code: "schema",
    facts: { field, violation: { type: "wrong-type", expected, actual, ...written, ...instead } },
    ...(meant === undefined ? {} : { fix: [{ type: "set", at, value: meant }] }),
  };
}

/** Which part of a label or of a selector stands at a place; undefined elsewhere. */
function labelPart(at: Origin): ProblemOf<"label-not-string">["facts"]["part"] | undefined {
  const path = pathOf(at);
  const [parent, last] = path.slice(-2);
  if (parent === "labels" || parent === "matchLabels") return "label value";
  if (parent === "values" && typeof last === "number" && path.at(-4) === "matchExpressions")
    return "selector value";
  if (path.at(-3) !== "matchExpressions") return undefined;
  if (last === "key") return "selector key";
  return last === "operator" ? "selector operator" : undefined;
}
