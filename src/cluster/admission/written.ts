import { isList, isMapping, type Value } from "../../source/manifest/value.js";
import { textAt } from "../../source/manifest/locate.js";
import { marshal } from "./go-json/marshal.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { TypeName } from "../problems/violation.js";

/** A value on one line, for a message: a scalar as it is, anything else as JSON. */
export function valueText(value: Value): string {
  return typeof value === "string" ? value : marshal(value);
}

const LONGEST = 80;

/** A scalar as it stands in the file: `yes`, `1.10`. Cut where it is very long. */
export function writtenText(origin: Origin): string {
  return textAt(origin, LONGEST);
}

/** The type of a value, in words for people. */
export function typeNameOf(value: Value): TypeName {
  if (value === null) return "null";
  if (isList(value)) return "list";
  if (isMapping(value)) return "mapping";
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "bigint" || Number.isInteger(value) ? "integer" : "number";
}
