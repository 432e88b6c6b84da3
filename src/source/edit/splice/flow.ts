import { behindBlanks, behindComments } from "../../manifest/blanks.js";
import { beginsLine, behindBlanksInLine, endsLine, indentation, lineEnd, previousLineEnd } from "../lines.js";
import { deletion, insertion, type Splice } from "./splice.js";
import { endOf, entriesOf, startOf, type Layout, type WrittenValue } from "../layout.js";
import { flowStyle, jsonUnit, isSpread } from "../style.js";
import { flowStyleText, jsonLines } from "../../manifest/print/flow.js";
import { Refused, type Json } from "../edit.js";
import type { PositionEntry } from "../../manifest/position-node.js";
import type { CollectionTarget, EditTarget } from "./target.js";

/** Writes a target in flow style, or in JSON. */
export function flowSplices(layout: Layout, target: CollectionTarget): Splice[] {
  switch (target.type) {
    case "insert":
      return inserting(layout, target);
    case "replace":
      return replacing(layout, target.place, target.value);
    case "remove":
      return removing(layout, target.place);
  }
}

function inserting(layout: Layout, target: EditTarget & { type: "insert" }): Splice[] {
  const { text, lineBreak } = layout;
  const { into, index } = target;
  const entries = entriesOf(into.node);
  const neighbour = entries[index] ?? entries.at(-1);
  if (neighbour === undefined) throw new Refused("unverified");
  const put = entryText(layout, target, neighbour);
  const ownLine = lineBreak + indentation(text, startOf(neighbour));
  const isOnOwnLine = beginsLine(text, startOf(neighbour));
  const between = isOnOwnLine ? ownLine : flowStyle(layout, into).isMinified ? "" : " ";
  if (index < entries.length) return [insertion(startOf(neighbour), `${put},${between}`)];
  const end = endOf(neighbour);
  if (!isOnOwnLine) return [insertion(end, `,${between}${put}`)];
  // Behind the comment that stands behind the last entry; a comma that is there already is followed by another one.
  const comma = behindComments(text, end);
  const isClosed = text[comma] === ",";
  const behind = isClosed ? comma + 1 : end;
  const at = endsLine(text, behind) ? lineEnd(text, behind) : behind;
  const splice = insertion(at, between + put + (isClosed ? "," : ""));
  return isClosed ? [splice] : [insertion(end, ","), splice];
}

function entryText(
  layout: Layout,
  { into, key, value }: EditTarget & { type: "insert" },
  neighbour: PositionEntry,
): string {
  const text = valueText(layout, into, value, neighbour);
  if (key === undefined) return text;
  const style = flowStyle(layout, into);
  return `${flowStyleText(key, style)}:${style.isMinified ? "" : " "}${text}`;
}

/** A value that is put into a collection, beside a neighbour whose lines are indented as its own will be. */
function valueText(layout: Layout, into: WrittenValue, value: Json, neighbour: PositionEntry): string {
  if (!layout.isJson || !isSpread(layout, into, neighbour))
    return flowStyleText(value, flowStyle(layout, into));
  const by = indentation(layout.text, startOf(neighbour));
  return jsonLines(value, jsonUnit(layout)).join(layout.lineBreak + by);
}

function replacing(layout: Layout, place: WrittenValue, value: Json): Splice[] {
  const { start, end } = place.node.span;
  const text = valueText(layout, place.parent ?? place, value, place);
  return [{ start, end, text: start === end ? ` ${text}` : text }];
}

function removing(layout: Layout, place: WrittenValue): Splice[] {
  const { text } = layout;
  const entries = entriesOf(place.parent?.node ?? place.node);
  const index = entries.findIndex((entry) => startOf(entry) === startOf(place));
  const comma = behindComments(text, endOf(place));
  const isFollowed = text[comma] === ",";
  const before = entries[index - 1];
  if (isFollowed && index < entries.length - 1)
    return [deletion(startOf(place), behindBlanks(text, behindComment(text, comma + 1)))];
  if (before === undefined) throw new Refused("unverified");
  const end = behindComment(text, isFollowed ? comma + 1 : endOf(place));
  const commaBefore = behindComments(text, endOf(before));
  if (!beginsLine(text, startOf(place))) return [deletion(isFollowed ? commaBefore + 1 : commaBefore, end)];
  const line = deletion(previousLineEnd(text, startOf(place)), end);
  return isFollowed ? [line] : [deletion(commaBefore, commaBefore + 1), line];
}

/** Where the comment ends that stands behind an offset in its line; the offset itself where there is none. */
function behindComment(text: string, at: number): number {
  const next = behindBlanksInLine(text, at);
  return text[next] === "#" ? lineEnd(text, next) : at;
}
