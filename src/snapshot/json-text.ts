import { compareTexts } from "../collections/compare-texts.js";
import { isList, isMapping, type Value } from "../manifest/value.js";

/** What says what an object is comes first: readers then know what of the rest they need. */
const FIRST: readonly string[] = ["apiVersion", "kind"];

/** A value as JSON on one line: `apiVersion` and `kind` first, other keys sorted, so that equal values are equal texts. */
export function jsonText(value: Value): string {
  if (typeof value === "bigint") return value.toString();
  if (isList(value)) return `[${value.map(jsonText).join(",")}]`;
  if (!isMapping(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted(byRank)
    .map((key) => `${JSON.stringify(key)}:${jsonText(value[key] as Value)}`);
  return `{${members.join(",")}}`;
}

function byRank(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || compareTexts(a, b);
}

function rankOf(key: string): number {
  const rank = FIRST.indexOf(key);
  return rank === -1 ? FIRST.length : rank;
}
