import { isList, isMapping, type Value } from "../../../source/manifest/value.js";
import { keysAsSent } from "./keys.js";

/** A value as Go's `json.Marshal` writes it: sorted keys, no blanks, `<`, `>` and `&` escaped. */
export function marshal(value: Value): string {
  if (typeof value === "string") return marshalText(value);
  if (isList(value)) return `[${value.map(marshal).join(",")}]`;
  if (!isMapping(value)) return String(value);
  const entries = keysAsSent(value).map((key) => `${marshalText(key)}:${marshal(value[key] as Value)}`);
  return `{${entries.join(",")}}`;
}

const ESCAPED = /[<>&\u2028\u2029]/g;

function marshalText(text: string): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text.toWellFormed()).replaceAll(ESCAPED, escape);
}
