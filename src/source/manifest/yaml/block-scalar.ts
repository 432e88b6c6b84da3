import {
  GREATER,
  HASH,
  MINUS,
  PLUS,
  SPACE,
  TAB,
  END,
  endsWord,
  isBlank,
  isBreak,
  isDigit,
  isLineEnd,
} from "./characters.js";
import { Cursor } from "./cursor.js";
import { YamlSyntaxError } from "./syntax-error.js";

/** What the header of a block scalar says: `|2-` and its like. */
interface Header {
  readonly isFolded: boolean;
  /** What becomes of line breaks at the end: all stay, none, or one. */
  readonly chomping: "keep" | "strip" | "clip";
  /** How much deeper than its parent the text is indented; undefined where the text shows it. */
  readonly deeper: number | undefined;
}

/**
 * Goes behind a block scalar, from its `|` or `>`, and the indentation of what follows it.
 * @param parent the column of the collection that it stands in, or -1
 * @param comments gets the comment of its header
 * @returns the column of its text, and where its last line break ends
 * @throws {YamlSyntaxError} where the header is broken, or a tab stands in the indentation
 */
export function passBlockScalar(
  cursor: Cursor,
  parent: number,
  comments: number[],
): { column: number; end: number } {
  const start = cursor.at;
  const { deeper } = header(cursor);
  cursor.passBlanks();
  if (cursor.code() === HASH) {
    comments.push(cursor.at);
    cursor.passLine();
    comments.push(cursor.at);
  }
  if (!isLineEnd(cursor.code()))
    throw new YamlSyntaxError("did not find expected comment or line break", start);
  if (cursor.code() !== END) cursor.passBreak();
  const column = deeper === undefined ? 0 : Math.max(parent, 0) + deeper;
  return passText(cursor, column, parent, start);
}

/** Goes behind the indicators of a header. */
function header(cursor: Cursor): Header {
  const isFolded = cursor.code() === GREATER;
  cursor.at++;
  let chomping: Header["chomping"] = "clip";
  let deeper: number | undefined;
  for (; ; cursor.at++) {
    const code = cursor.code();
    if ((code === PLUS || code === MINUS) && chomping === "clip") {
      chomping = code === PLUS ? "keep" : "strip";
    } else if (isDigit(code) && deeper === undefined) {
      deeper = code - 0x30;
      if (deeper === 0) throw new YamlSyntaxError("found an indentation indicator equal to 0", cursor.at);
    } else return { isFolded, chomping, deeper };
  }
}

function passText(
  cursor: Cursor,
  given: number,
  parent: number,
  start: number,
): { column: number; end: number } {
  let column = given;
  let deepest = 0;
  let end = cursor.at;
  for (;;) {
    const wanted = column === 0 ? Infinity : column;
    passSpaces(cursor, wanted);
    deepest = Math.max(deepest, cursor.column);
    const code = cursor.code();
    if (code === TAB && cursor.column < wanted) {
      const reason = "found a tab character where an indentation space is expected";
      throw new YamlSyntaxError(reason, start);
    }
    if (!isBreak(code)) {
      // Blank lines in front of the first one count too: where they are deeper, the text is none.
      if (column === 0) column = Math.max(deepest, parent + 1, 1);
      if (cursor.column !== column || code === END) return { column, end };
      cursor.passLine();
      if (cursor.code() === END) return { column, end: cursor.at };
    }
    cursor.passBreak();
    end = cursor.at;
  }
}

/** Goes to a column, as far as only spaces are in front of it. */
function passSpaces(cursor: Cursor, column: number): void {
  while (cursor.column < column && cursor.code() === SPACE) cursor.at++;
}

/** Where the lines of a block scalar lie, without its header and the blanks at its end. */
export function blockLinesSpan(text: string, start: number, end: number): { start: number; end: number } {
  const cursor = new Cursor(text, start, end);
  cursor.passLine();
  if (cursor.code() !== END) cursor.passBreak();
  let trimmed = end;
  while (trimmed > cursor.at && endsWord(text.charCodeAt(trimmed - 1))) trimmed--;
  return { start: cursor.at, end: trimmed };
}

/**
 * The text of a block scalar.
 * @param start where its `|` or `>` stands
 * @param column of its text
 * @param end where its last line break ends
 */
export function blockText(text: string, start: number, end: number, column: number): string {
  const cursor = new Cursor(text, start, end);
  const { isFolded, chomping } = header(cursor);
  cursor.passLine();
  if (cursor.code() !== END) cursor.passBreak();
  const parts: string[] = [];
  /** Line breaks since the last line with a text; the first one ends that line. */
  let breaks = 0;
  let isFirst = true;
  let wasDeeper = false;
  while (cursor.at < end) {
    passSpaces(cursor, column);
    const code = cursor.code();
    if (isBreak(code)) {
      cursor.passBreak();
      breaks++;
      continue;
    }
    if (code === END) break;
    // Lines that begin with a blank keep the breaks around them.
    const isDeeper = isBlank(code);
    const isJoined = isFolded && !isFirst && !wasDeeper && !isDeeper;
    parts.push(isJoined ? (breaks === 1 ? " " : "\n".repeat(breaks - 1)) : "\n".repeat(breaks));
    const from = cursor.at;
    cursor.passLine();
    parts.push(text.slice(from, cursor.at));
    wasDeeper = isDeeper;
    isFirst = false;
    breaks = 0;
    if (cursor.code() === END) break;
    cursor.passBreak();
    breaks = 1;
  }
  const ending = chomping === "strip" ? 0 : chomping === "keep" ? breaks : isFirst ? 0 : Math.min(breaks, 1);
  parts.push("\n".repeat(ending));
  return parts.join("");
}
