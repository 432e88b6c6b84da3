import { column, lineEnd, moved, nextLine, trimmedEnd } from "../lines.js";
import type { BlockEntry } from "./block-entries.js";
import type { Writing } from "./writing.js";

/** Lines that begin behind a key, a dash, or their own indentation. */
export interface Lines {
  /** Comments and blank lines above, indented. */
  readonly above: readonly string[];
  /** The first line, without its indentation. */
  readonly first: string;
  /** The others, indented. */
  readonly rest: readonly string[];
  /** True where they end with a text of several lines: what stands below and is indented deeper would belong to it. */
  readonly endsOpen: boolean;
}

/** Blank lines, and those comments of a range that are not written yet. */
export function commentedLines(
  writing: Writing,
  start: number,
  end: number,
  from: number,
  to: number,
): string[] {
  const { text } = writing.layout;
  const lines: string[] = [];
  for (let at = start; at < end; at = nextLine(text, at)) {
    const line = text.slice(at, lineEnd(text, at));
    const isTaken = line.trim() !== "" && writing.ledger.take(at, at + line.length).length === 0;
    if (!isTaken) lines.push(line);
  }
  return moved(lines, pad(from), pad(to));
}

/** Comments as lines that are indented to a column. */
export function commentsAt(comments: readonly { readonly text: string }[], at: number): string[] {
  return comments.map(({ text }) => pad(at) + text);
}

/** True for an item of a list. */
export function isItem({ place }: BlockEntry): boolean {
  return place.key === undefined;
}

/** The column of an entry's key or dash. */
export function columnOf({ layout: { text } }: Writing, { start }: BlockEntry): number {
  return column(text, start);
}

/** The comments below an entry that are indented deeper, where they are still to be written. */
export function belowOf(writing: Writing, entry: BlockEntry, at: number): string[] {
  const { text } = writing.layout;
  const start = nextLine(text, trimmedEnd(text, entry.place.node.span.end));
  return commentedLines(writing, start, entry.end, columnOf(writing, entry), at);
}

/** The comment behind the value of an entry, or behind its key if the value stands below it, with the blanks between. */
export function behindOf(writing: Writing, { head, place: { node } }: BlockEntry): string {
  if (writing.layout.text.slice(head, node.span.start).includes("\n")) return restOfLine(writing, head);
  return node.isFlow === false ? "" : restOfLine(writing, node.span.end);
}

/** The comment in the rest of a line, with the blanks between, if it is still to be written. */
export function restOfLine(writing: Writing, from: number): string {
  const { text } = writing.layout;
  const end = lineEnd(text, from);
  const [comment] = writing.ledger.take(from, end);
  if (comment === undefined) return "";
  const before = text.slice(from, end - comment.length);
  return `${before.trim() === "" ? before : " "}${comment}`;
}

/** Blanks for the columns in front of a line. */
export function pad(columns: number): string {
  return " ".repeat(columns);
}

/** Comments in lines that are to stand below a text of several lines: not as far in that they would belong to it. */
export function outside(lines: readonly string[], at: number): string[] {
  return lines.map((line) => (line.trimStart().startsWith("#") ? pad(at) + line.trimStart() : line));
}
