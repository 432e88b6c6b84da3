import { behindComments } from "../../manifest/blanks.js";
import { column, lineEnd, lineStart, linesIn, nextLine } from "../lines.js";
import { deletion, insertion, type Splice } from "./splice.js";
import { behindColon, entriesOf, type Layout, type WrittenValue } from "../layout.js";
import { Refused } from "../edit.js";
import type { PositionEntry } from "../../manifest/position-node.js";
import type { Span } from "../../manifest/source.js";

/** Writes another key, in the quotes of the old one. */
export function renaming({ text }: Layout, { key }: WrittenValue, name: string): Splice[] {
  if (key === undefined) throw new Refused("no-such-place");
  const [first = ""] = text.slice(key.start, key.end);
  const quote = first === '"' || first === "'" ? first : "";
  return [{ ...key, text: quote + name + quote }];
}

/** Puts the value of a mapping's only field in the mapping's place, with the comments in it. */
export function unwrapping({ text }: Layout, { node, key }: WrittenValue): Splice[] {
  const [only, ...others] = entriesOf(node);
  if (only?.key === undefined || others.length > 0) throw new Refused("no-such-place");
  const { start, end } = only.node.span;
  const value = text.slice(start, end);
  if (node.isFlow === true) {
    const around = text.slice(node.span.start, start) + text.slice(end, node.span.end);
    return around.includes("#") ? withoutBraces(text, node.span, only) : [{ ...node.span, text: value }];
  }
  if (key === undefined) throw new Refused("no-such-place");
  if (only.node.isFlow === false) return upwards(text, only.key, only.node.span);
  const colon = behindColon(text, key.end);
  return [insertion(colon, ` ${value}`), deletion(lineStart(text, only.key.start), nextLine(text, end))];
}

/** Takes out the braces and the key, but for the comments between them. */
function withoutBraces(text: string, { start, end }: Span, { key, node }: PositionEntry): Splice[] {
  if (key === undefined) throw new Refused("no-such-place");
  const comma = behindComments(text, node.span.end);
  return [
    deletion(start, start + 1),
    deletion(key.start, key.end),
    deletion(behindColon(text, key.end) - 1, behindColon(text, key.end)),
    ...(text[comma] === "," ? [deletion(comma, comma + 1)] : []),
    deletion(end - 1, end),
  ];
}

/** Takes out the line of a key, but for its comment, and moves what stands below to the left. */
function upwards(text: string, key: Span, value: Span): Splice[] {
  const by = column(text, value.start) - column(text, key.start);
  const colon = behindColon(text, key.end);
  const behind = text.slice(colon, lineEnd(text, colon));
  const comment = colon + behind.length - behind.trimStart().length;
  const below = nextLine(text, key.start);
  const splices = [
    behind.trim() === "" ? deletion(lineStart(text, key.start), below) : deletion(key.start, comment),
  ];
  let line = below;
  for (const each of linesIn(text, line, value.end)) {
    const blanks = each.length - each.trimStart().length;
    splices.push(deletion(line, line + Math.min(by, blanks)));
    line = nextLine(text, line);
  }
  return splices;
}
