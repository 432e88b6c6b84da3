import { emptyMapping, isList, isMapping, type Value } from "../../../source/manifest/value.js";
import { integerOf } from "../go-json/number.js";

/** JSON as the server holds it without a Go type: whole numbers that 64 bits cannot hold are floats. */
export function unstructured(value: Value): Value {
  if (isList(value)) return value.map(unstructured);
  if (!isMapping(value)) return scalar(value);
  const held = emptyMapping();
  for (const key of Object.keys(value)) held[key] = unstructured(value[key] as Value);
  return held;
}

/** The same for a value that is neither a list nor a mapping. */
export function scalar(value: Value): Value {
  return typeof value === "bigint" && integerOf(value, 64) === undefined ? Number(value) : value;
}
