import widthOfAny from "fast-string-width";

/** A text of which each character takes one column: most are. */
const PLAIN = /^[\x20-\x7e]*$/;

/** The columns that a text takes on a terminal. */
export function stringWidth(text: string): number {
  return PLAIN.test(text) ? text.length : widthOfAny(text);
}
