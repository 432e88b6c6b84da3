import { isList, isMapping, type Value } from "../value.js";
import { textInDoubleQuotes, scalarText } from "./scalar.js";

/** How flow collections are written. */
export interface FlowStyle {
  /** Blanks inside of the brackets of mappings, and of lists: many write `[{ a: b }]`. */
  readonly isPadded: { readonly mapping: boolean; readonly list: boolean };
  /** Keys and texts in double quotes, as in JSON. */
  readonly isJson: boolean;
  /** No blanks behind commas and colons: JSON only. */
  readonly isMinified: boolean;
}

/** As most people write them in YAML: `[{key: tenant, operator: Exists}]`. */
export const PLAIN_FLOW: FlowStyle = {
  isPadded: { mapping: false, list: false },
  isJson: false,
  isMinified: false,
};

/** A value on one line, as it may stand in a flow collection. */
export function flowStyleText(value: Value, style: FlowStyle): string {
  if (style.isMinified) return JSON.stringify(value, withoutBigInt);
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  if (isList(value)) {
    const padding = style.isPadded.list && !isEmpty ? " " : "";
    return `[${padding}${value.map((item) => flowStyleText(item, style)).join(", ")}${padding}]`;
  }
  if (!isMapping(value))
    return typeof value === "string" && style.isJson ? textInDoubleQuotes(value) : scalarText(value, "flow");
  const padding = style.isPadded.mapping && !isEmpty ? " " : "";
  const entries = Object.entries(value).map(
    ([key, field]) => `${flowStyleText(key, style)}: ${flowStyleText(field, style)}`,
  );
  return `{${padding}${entries.join(", ")}${padding}}`;
}

/** A value as lines of JSON. */
export function jsonLines(value: Value, unit: string): string[] {
  return JSON.stringify(value, withoutBigInt, unit).split("\n");
}

/** JSON cannot be made of a whole number beyond 2^53: what it is rounded to is noticed when the text is read again. */
function withoutBigInt(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
