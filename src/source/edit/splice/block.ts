import { behindBlanks } from "../../manifest/blanks.js";
import {
  beginsLine,
  behindEntry,
  column,
  indentation,
  indented,
  inPlace,
  lineStart,
  nextLine,
} from "../lines.js";
import { blockLines } from "../../manifest/print/block.js";
import { blockStyle } from "../style.js";
import { deletion, insertion, type Splice } from "./splice.js";
import { endOf, entriesOf, type Layout, type WrittenValue } from "../layout.js";
import { Refused } from "../edit.js";
import { replaced } from "./block-value.js";
import type { PositionNode } from "../../manifest/position-node.js";
import type { CollectionTarget, EditTarget } from "./target.js";

/**
 * Writes a target in block style.
 * @throws {Refused} where the text is laid out in a way that is not known here
 */
export function blockSplices(layout: Layout, target: CollectionTarget): Splice[] {
  switch (target.type) {
    case "insert":
      return inserting(layout, target);
    case "replace":
      return replaced(layout, target.place, target.value);
    case "remove":
      return removing(layout, target.place);
  }
}

function inserting(layout: Layout, { into, index, key, value }: EditTarget & { type: "insert" }): Splice[] {
  const { text, lineBreak } = layout;
  const at = column(text, into.node.span.start);
  const lines = blockLines(key === undefined ? [value] : { [key]: value }, blockStyle(layout, into));
  const before = entriesOf(into.node)[index - 1];
  if (before !== undefined) {
    const put = indented(lines, " ".repeat(at)).map((line) => lineBreak + line);
    return [insertion(behindEntry(text, endOf(before), at), put.join(""))];
  }
  const { start } = into.node.span;
  if (beginsLine(text, start)) {
    const put = indented(lines, " ".repeat(at)).map((line) => line + lineBreak);
    return [insertion(startOfOwnComments(text, start, at), put.join(""))];
  }
  // The first item of a list that begins behind the dash of another one.
  return [insertion(start, inPlace(lines, at, lineBreak) + lineBreak + " ".repeat(at))];
}

/** Where the line of the first item begins, or of the comments that stand right above it, as far in as it. */
function startOfOwnComments(text: string, first: number, at: number): number {
  let start = lineStart(text, first);
  while (start > 0) {
    const above = lineStart(text, start - 1);
    if (indentation(text, above).length !== at || text[above + at] !== "#") break;
    start = above;
  }
  return start;
}

function removing({ text }: Layout, { node, key, parent }: WrittenValue): Splice[] {
  if (parent === undefined) throw new Refused("no-such-place");
  const start = key?.start ?? dashOf(text, parent.node, node);
  const end = behindEntry(text, endOf({ key, node }), column(text, parent.node.span.start));
  // What follows the first entry behind a dash takes its place, a comment too.
  if (!beginsLine(text, start)) return [deletion(start, behindBlanks(text, end))];
  return [deletion(lineStart(text, start), nextLine(text, end))];
}

/** Where the dash of an item stands. Only the first one, with which the list begins, may have something in front of it. */
function dashOf(text: string, list: PositionNode, item: PositionNode): number {
  const at = column(text, list.span.start);
  let line = lineStart(text, item.span.start);
  while (line > list.span.start && !(text[line + at] === "-" && indentation(text, line).length === at))
    line = lineStart(text, line - 1);
  return Math.max(line + at, list.span.start);
}
