/**
 * Where the first character at or behind `from` stands that is neither a blank nor a line break; the text's length where
 * there is none. Searches for that character: a pattern that matches the blanks themselves overflows on millions of them.
 */
export function behindBlanks(text: string, from: number): number {
  NOT_BLANK.lastIndex = from;
  return NOT_BLANK.exec(text)?.index ?? text.length;
}

const NOT_BLANK = /\S/g;

/** Where the first character at or behind `from` stands that is neither blank nor part of a comment. */
export function behindComments(text: string, from: number): number {
  let at = behindBlanks(text, from);
  while (text[at] === "#") {
    const lineBreak = text.indexOf("\n", at);
    at = lineBreak === -1 ? text.length : behindBlanks(text, lineBreak);
  }
  return at;
}
