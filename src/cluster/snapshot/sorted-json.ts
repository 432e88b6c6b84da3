import { isList, isMapping, sortedKeys, type Value } from "../../source/manifest/value.js";

/** A value as JSON on one line: `apiVersion` and `kind` first, other keys sorted, so that equal values are equal texts. */
export function sortedJson(value: Value): string {
  if (typeof value === "bigint") return value.toString();
  if (isList(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (!isMapping(value)) return JSON.stringify(value);
  const members = sortedKeys(value).map((key) => `${JSON.stringify(key)}:${sortedJson(value[key] as Value)}`);
  return `{${members.join(",")}}`;
}
