import { conjunction } from "../../../base/text/list.js";

const LONGEST = 60;

/** A kind, a namespace and a name as long as they may be: cut names are looked for in vain. */
const LONGEST_NAME = 160;

const NAME = /^[\w ./:=-]*$/;

/** Something that stands in the manifest, or should: in backticks, cut where it is long. */
export function code(text: string): string {
  if (text === "") return "an empty string";
  const longest = NAME.test(text) ? LONGEST_NAME : LONGEST;
  return text.length <= longest ? `\`${text}\`` : `\`${text.slice(0, longest)}…\``;
}

/** Every one of these: `a`, `b` and `c`. */
export function all(items: readonly string[]): string {
  return conjunction(items.map(code));
}

/** Any one of these: `a`, `b` or `c`. */
export function any(items: readonly string[]): string {
  return conjunction(items.map(code), "or");
}
