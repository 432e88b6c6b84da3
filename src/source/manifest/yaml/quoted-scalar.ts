import { BACKSLASH, DOUBLE_QUOTE, END, SINGLE_QUOTE, endsWord, isBlank, isBreak } from "./characters.js";
import { behindBreak, behindBreaks, foldedLines } from "./folding.js";
import { escapeAt, passEscape } from "./escape.js";
import { YamlSyntaxError } from "./syntax-error.js";
import type { Cursor } from "./cursor.js";

/**
 * Goes behind a quoted scalar, from its opening quote.
 * @returns whether what stands between the quotes is not the text as it is: it has line breaks or escapes
 * @throws {YamlSyntaxError} where it does not end, or an escape is none
 */
export function passQuotedScalar(cursor: Cursor): boolean {
  const quote = cursor.code();
  const start = cursor.at;
  let isWritten = true;
  cursor.at++;
  for (;;) {
    if (cursor.isAtDocumentMarker())
      throw new YamlSyntaxError("found unexpected document indicator", cursor.at);
    if (cursor.code() === END) throw new YamlSyntaxError("found unexpected end of stream", start);
    for (let code = cursor.code(); !endsWord(code); code = cursor.code()) {
      if (code === quote) {
        if (quote === DOUBLE_QUOTE || cursor.code(1) !== SINGLE_QUOTE) {
          cursor.at++;
          return !isWritten;
        }
        isWritten = false;
        cursor.at += 2;
      } else if (code === BACKSLASH && quote === DOUBLE_QUOTE) {
        isWritten = false;
        cursor.at++;
        if (isBreak(cursor.code())) cursor.passBreak();
        else passEscape(cursor);
        // A line begins: it is looked at as one.
        if (cursor.at === cursor.lineStart) break;
      } else cursor.at++;
    }
    for (let code = cursor.code(); ; code = cursor.code()) {
      if (isBlank(code)) cursor.at++;
      else if (isBreak(code)) {
        isWritten = false;
        cursor.passBreak();
      } else break;
    }
  }
}

/** The text of a single-quoted scalar that has line breaks or quotes in it. @param start where its quote stands */
export function singleQuotedText(text: string, start: number, end: number): string {
  return foldedLines(text.slice(start + 1, end - 1)).replaceAll("''", "'");
}

/** The text of a double-quoted scalar that has line breaks or escapes in it. @param start where its quote stands */
export function doubleQuotedText(text: string, start: number, end: number): string {
  const written = text.slice(start + 1, end - 1);
  const parts: string[] = [];
  /** Where what is not yet taken begins, and where the blanks at its end begin. */
  let from = 0;
  let blanks = 0;
  for (let at = 0; at < written.length;) {
    const code = written.charCodeAt(at);
    if (isBlank(code)) {
      at++;
      continue;
    }
    if (isBreak(code)) {
      parts.push(written.slice(from, blanks));
      const { at: next, breaks } = behindBreaks(written, at);
      parts.push(breaks === 1 ? " " : "\n".repeat(breaks - 1));
      from = at = blanks = next;
      continue;
    }
    if (code !== BACKSLASH) {
      blanks = ++at;
      continue;
    }
    parts.push(written.slice(from, at));
    if (isBreak(written.charCodeAt(at + 1))) {
      // A break behind a backslash is none; of those that follow it, all count.
      const { at: next, breaks } = behindBreaks(written, behindBreak(written, at + 1));
      parts.push("\n".repeat(breaks));
      from = at = blanks = next;
    } else {
      const { text: character, length } = escapeAt(written, at + 1);
      parts.push(character);
      from = at = blanks = at + 1 + length;
    }
  }
  parts.push(written.slice(from));
  return parts.join("");
}
