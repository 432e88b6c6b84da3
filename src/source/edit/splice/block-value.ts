import { beginsLine, column, indented, inPlace, lineEnd, lineStart, nextLine } from "../lines.js";
import { blockLines, takesLines } from "../../manifest/print/block.js";
import { quotedText } from "../../manifest/print/scalar.js";
import { blockStyle, quotesOf } from "../style.js";
import { deletion, insertion, type Splice } from "./splice.js";
import { Refused, type Json } from "../edit.js";
import { behindColon, type Layout, type WrittenValue } from "../layout.js";

/**
 * Writes another value where one stands in a block collection. What comes behind its key and what takes lines of its own
 * stand at different places: the comment behind the key stays there.
 */
export function replaced(layout: Layout, place: WrittenValue, value: Json): Splice[] {
  const { text, lineBreak } = layout;
  const { node, key, parent } = place;
  if (parent === undefined) throw new Refused("no-such-place");
  const { start, end } = node.span;
  const wasBlock = node.isFlow === false;
  const lines = linesOf(layout, place, value);
  const isOnLineOfItsOwn = beginsLine(text, start) && !wasBlock;
  if (key === undefined || isOnLineOfItsOwn || (!wasBlock && !takesLines(value))) {
    const gap = start === end ? " " : "";
    return [{ start, end, text: gap + inPlace(lines, column(text, start) + gap.length, lineBreak) }];
  }
  if (!takesLines(value)) {
    const lastLine = deletion(lineStart(text, start), nextLine(text, end));
    return [insertion(behindColon(text, key.end), ` ${lines.join("")}`), lastLine];
  }
  const below = indented(lines, " ".repeat(column(text, key.start) + offsetBelow(layout, place, value)));
  if (wasBlock) return [{ start: lineStart(text, start), end, text: below.join(lineBreak) }];
  const put = below.map((line) => lineBreak + line).join("");
  return [deletion(withoutBlanks(text, start), end), insertion(lineEnd(text, end), put)];
}

function linesOf(layout: Layout, place: WrittenValue, value: Json): string[] {
  const quotes = quotesOf(layout, place.node);
  if (typeof value === "string" && quotes !== undefined) return [quotedText(value, quotes)];
  return blockLines(value, blockStyle(layout, place));
}

function offsetBelow(layout: Layout, place: WrittenValue, value: Json): number {
  const { step, listOffset } = blockStyle(layout, place);
  return Array.isArray(value) ? listOffset : step;
}

/** Where the blanks begin that stand in front of an offset in its line. */
function withoutBlanks(text: string, at: number): number {
  let start = at;
  while (text[start - 1] === " " || text[start - 1] === "\t") start--;
  return start;
}
