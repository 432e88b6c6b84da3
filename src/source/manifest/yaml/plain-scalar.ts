import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  HASH,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUESTION,
  TAB,
  endsWord,
  isBlank,
  isBreak,
} from "./characters.js";
import { YamlSyntaxError } from "./syntax-error.js";
import { foldedLines } from "./folding.js";
import type { Cursor } from "./cursor.js";

/** Where the last character of a plain scalar ends, and whether its text has line breaks. */
export interface PlainEnd {
  readonly end: number;
  readonly hasLines: boolean;
}

/**
 * Goes behind an unquoted scalar, and the blanks and line breaks that follow it.
 * @param indent the column that its further lines need at least, in block style
 * @throws {YamlSyntaxError} where a tab stands in the indentation
 */
export function passPlainScalar(cursor: Cursor, indent: number, isFlow: boolean): PlainEnd {
  let end = cursor.at;
  const firstLine = cursor.lineStart;
  let lastLine = firstLine;
  while (!cursor.isAtDocumentMarker() && cursor.code() !== HASH) {
    for (let code = cursor.code(); !endsWord(code); code = cursor.code()) {
      if (code === COLON ? endsWord(cursor.code(1)) : isFlow && endsInFlow(code))
        return { end, hasLines: lastLine !== firstLine };
      cursor.at++;
      end = cursor.at;
      lastLine = cursor.lineStart;
    }
    if (cursor.at >= cursor.end) break;
    passBetweenWords(cursor, indent);
    if (!isFlow && cursor.column < indent) break;
  }
  return { end, hasLines: lastLine !== firstLine };
}

/** Indicators that end a plain scalar in flow style. A `:` does so only with a blank behind it: `{app:}` has the key `app:`. */
function endsInFlow(code: number): boolean {
  return (
    code === COMMA ||
    code === CLOSE_BRACE ||
    code === CLOSE_BRACKET ||
    code === OPEN_BRACE ||
    code === OPEN_BRACKET ||
    code === QUESTION
  );
}

function passBetweenWords(cursor: Cursor, indent: number): void {
  const { lineStart } = cursor;
  for (let code = cursor.code(); ; code = cursor.code()) {
    if (isBreak(code)) cursor.passBreak();
    else if (!isBlank(code)) return;
    else {
      if (code === TAB && cursor.lineStart !== lineStart && cursor.column < indent)
        throw new YamlSyntaxError("found a tab character that violates indentation", cursor.at);
      cursor.at++;
    }
  }
}

/** The text of a plain scalar that has line breaks. */
export function plainText(text: string, start: number, end: number): string {
  return foldedLines(text.slice(start, end));
}
