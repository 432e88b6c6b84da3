import { conjunction } from "../../../base/text/list.js";

const LONGEST = 60;

/** Something that stands in the manifest, or should: in backticks, cut where it is long. */
export function code(text: string): string {
  if (text === "") return "an empty string";
  return text.length <= LONGEST ? `\`${text}\`` : `\`${text.slice(0, LONGEST)}…\``;
}

/** Every one of these: `a`, `b` and `c`. */
export function all(items: readonly string[]): string {
  return conjunction(items.map(code));
}

/** Any one of these: `a`, `b` or `c`. */
export function any(items: readonly string[]): string {
  return conjunction(items.map(code), "or");
}
