import { behindComments } from "../../manifest/blanks.js";
import {
  beginsLine,
  behindEntry,
  column,
  indentation,
  lineEnd,
  lineStart,
  nextLine,
  trimmedEnd,
} from "../lines.js";
import { childPlace, endOf, type Layout, type WrittenValue } from "../layout.js";
import type { Span } from "../../manifest/source.js";
import type { PathStep } from "../../manifest/origin.js";

/** An entry of a block collection with the lines that belong to it. */
export interface BlockEntry {
  readonly step: PathStep;
  /** Among the entries of its collection, from 0. */
  readonly index: number;
  readonly place: WrittenValue;
  /** Where its key or its dash begins. */
  readonly start: number;
  /** The end of its key or its dash. */
  readonly head: number;
  /** Blank lines and comments above it; those from `own` on stand right above it. Empty where it begins behind a dash. */
  readonly above: Span;
  readonly own: number;
  /** Where its last line ends, that of comments below it that are indented deeper included. */
  readonly end: number;
}

/**
 * The entries of a block collection.
 * @returns undefined where they are not written one behind the other: merged, written twice, behind `?`
 */
export function blockEntries({ text }: Layout, collection: WrittenValue): readonly BlockEntry[] | undefined {
  const { node, key: collectionKey } = collection;
  if (node.isFlow !== false) return undefined;
  const at = column(text, node.span.start);
  const entries: BlockEntry[] = [];
  let start = node.span.start;
  // What stands above a root is about the document; the line of a collection's key or dash is not one of its own.
  let firstLine =
    collection.parent === undefined
      ? start
      : nextLine(text, collectionKey?.end ?? dashLine(text, collection));
  let valueEnd = start;
  for (const step of node.children.keys()) {
    const place = childPlace(collection, step);
    if (place === undefined) return undefined;
    const index = entries.length;
    if (index > 0) start = behindComments(text, valueEnd);
    const isKnown = place.key === undefined ? text[start] === "-" : place.key.start === start;
    if (!isKnown || column(text, start) !== at) return undefined;
    valueEnd = trimmedEnd(text, endOf(place));
    if (valueEnd < start) return undefined;
    const above = linesAbove(text, start, firstLine);
    const end = behindEntry(text, valueEnd, at);
    entries.push({ step, index, place, start, head: place.key?.end ?? start + 1, ...above, end });
    firstLine = nextLine(text, end);
  }
  return valueEnd === trimmedEnd(text, node.span.end) ? entries : undefined;
}

/** An offset in the line of the dash with which the item begins that a collection is. */
function dashLine(text: string, { node }: WrittenValue): number {
  const { start } = node.span;
  if (!beginsLine(text, start)) return start;
  let line = lineStart(text, start);
  while (line > 0) {
    line = lineStart(text, line - 1);
    const first = text[line + indentation(text, line).length];
    if (first !== "#" && first !== "\n" && first !== "\r") break;
  }
  return line;
}

function linesAbove(text: string, start: number, firstLine: number): { above: Span; own: number } {
  if (!beginsLine(text, start)) return { above: { start, end: start }, own: start };
  const end = lineStart(text, start);
  let own = end;
  let isOwn = true;
  let first = end;
  while (first > firstLine) {
    const line = lineStart(text, first - 1);
    const content = text.slice(line + indentation(text, line).length, lineEnd(text, line));
    if (content !== "" && !content.startsWith("#")) break;
    if (content === "") isOwn = false;
    if (isOwn) own = line;
    first = line;
  }
  return { above: { start: first, end }, own };
}
