import {
  beginsLine,
  behindEntry,
  column,
  indentation,
  indented,
  lineEnd,
  lineStart,
  linesIn,
  moved,
} from "../lines.js";
import { blockLines, takesLines } from "../../manifest/print/block.js";
import { flowStyleText, PLAIN_FLOW } from "../../manifest/print/flow.js";
import { quotedText } from "../../manifest/print/scalar.js";
import {
  behindOf,
  belowOf,
  columnOf,
  commentedLines,
  commentsAt,
  isItem,
  outside,
  pad,
  restOfLine,
  type Lines,
} from "./block-lines.js";
import { expanded, type Writing } from "./writing.js";
import { flowValue, isFlowable } from "./flow-printing.js";
import { partsInPlace, collectionParts, type RewrittenPart, type RewrittenCollection } from "./align.js";
import { quotesOf } from "../style.js";
import type { BlockEntry } from "./block-entries.js";
import type { Json } from "../edit.js";
import type { WrittenValue } from "../layout.js";
import type { Rewriting } from "./rewriting.js";

/** A value as it is to stand behind a key or a dash. */
type PrintedValue =
  | ({
      readonly type: "inline";
      /** The comment behind it, with the blanks between. */
      readonly behind: string;
      /** Comments below it that are indented deeper. */
      readonly below: readonly string[];
    } & Lines)
  | ({ readonly type: "below"; readonly column: number } & Lines);

/** What a value is printed behind. */
interface Head {
  readonly column: number;
  readonly isItem: boolean;
  /** The old entry in whose place it stands. */
  readonly was: WrittenValue | undefined;
}

/** A collection in block style whose entries begin at a column. */
export function blockCollection(writing: Writing, rewriting: RewrittenCollection, at: number): Lines {
  const place = writing.old.placeOf(rewriting.at);
  const old = writing.old.blockEntries(place);
  const parts = collectionParts(writing, rewriting);
  const inPlace = partsInPlace(parts, (was) =>
    place !== undefined && was.parent?.node === place.node ? old?.get(was.step) : undefined,
  );
  const print = (): Lines => {
    // What is new in front of the first entry stands below the comments on the whole.
    const onWhole = inPlace.find((entry) => entry?.index === 0);
    const whole = onWhole === undefined ? [] : freeAbove(writing, onWhole, at);
    const entries = parts.map((part, i): Lines => {
      const entry = inPlace[i];
      const free = entry === undefined || entry === onWhole ? [] : freeAbove(writing, entry, at);
      const printed = blockEntry(writing, part, at, free);
      if (i > 0) return printed;
      const above =
        onWhole === entry && entry !== undefined ? printed.above : withoutBlankLines(printed.above);
      return { ...printed, above: [...whole, ...above] };
    });
    const last = place === undefined ? [] : writing.slots.at(place.node.span.end);
    return joined(entries, at, commentsAt(last, at));
  };
  if (place === undefined) return print();
  const end = Math.max(place.node.span.end, lastOf(old)?.end ?? 0);
  return writing.slots.inside({ start: place.node.span.start, end }, print);
}

function lastOf(entries: ReadonlyMap<unknown, BlockEntry> | undefined): BlockEntry | undefined {
  return entries === undefined ? undefined : [...entries.values()].at(-1);
}

function joined(entries: readonly Lines[], at: number, last: readonly string[]): Lines {
  const [first, ...others] = entries;
  if (first === undefined) throw new Error("invariant: a collection in block style has an entry");
  const rest = others.flatMap(({ above, first: line, rest: below }, i) => {
    const comments = entries[i]?.endsOpen === true ? outside(above, at) : above;
    return [...comments, pad(at) + line, ...below];
  });
  const endsOpen = last.length === 0 && entries.at(-1)?.endsOpen === true;
  return { ...first, rest: [...first.rest, ...rest, ...last], endsOpen };
}

/** The comments and blank lines above an entry that are not its own, where they are still to be written. */
function freeAbove(writing: Writing, entry: BlockEntry, at: number): string[] {
  return commentedLines(writing, entry.above.start, entry.own, columnOf(writing, entry), at);
}

function withoutBlankLines(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line) => line.trim() !== "");
  return from === -1 ? [] : lines.slice(from);
}

/**
 * An entry or an item whose key or dash stands at a column.
 * @param free the lines above it that are not its own
 */
function blockEntry(writing: Writing, part: RewrittenPart, at: number, free: readonly string[]): Lines {
  const entry = writing.old.blockEntryOf(part.was);
  if (entry === undefined) return entryLines(writing, part, undefined, at);
  const { above, own, start, end } = entry;
  const { text } = writing.layout;
  return writing.slots.inside({ start: own, end }, () => {
    const strays = writing.slots.at(start);
    const between = (from: number, to: number): string[] =>
      commentsAt(
        strays.filter(({ offset }) => from <= offset && offset < to),
        at,
      );
    const printed = entryLines(writing, part, entry, at);
    const ownEnd = beginsLine(text, start) ? lineStart(text, start) : own;
    const comments = commentedLines(writing, own, ownEnd, columnOf(writing, entry), at);
    const lines = [
      ...between(0, above.start),
      ...free,
      ...between(above.start, start),
      ...comments,
      ...between(start, Infinity),
    ];
    return { ...printed, above: [...lines, ...printed.above] };
  });
}

function entryLines(writing: Writing, part: RewrittenPart, entry: BlockEntry | undefined, at: number): Lines {
  const { layout, ledger } = writing;
  const { text } = layout;
  const { key, value } = part;
  const note = writing.takeNotes(value).map((line) => pad(at) + line);
  const name = nameOf(writing, part, entry);
  const isSame =
    entry !== undefined &&
    isItem(entry) === (key === undefined) &&
    value.type === "old" &&
    writing.old.placeOf(value.at)?.node === entry.place.node;
  if (isSame && writing.canCopy(entry.start, entry.end)) {
    ledger.take(entry.start, entry.end);
    const [first = "", ...rest] = linesIn(text, entry.head, entry.end);
    const lines = moved(rest, pad(columnOf(writing, entry)), pad(at));
    return { above: note, first: name + first, rest: lines, endsOpen: writing.old.endsOpen(entry.place) };
  }
  const head = { column: at, isItem: key === undefined, was: part.was };
  const staysInPlace = isInPlace(writing, part, entry);
  const printed = blockValue(writing, value, head);
  const deeper = entry === undefined ? [] : belowOf(writing, entry, at);
  const below = printed.endsOpen ? outside(deeper, at) : deeper;
  const lines =
    printed.type === "inline"
      ? inlineLines(writing, name, part, entry, printed, head, staysInPlace)
      : belowLines(writing, name, entry, printed, head, staysInPlace);
  const endsOpen = lines.endsOpen && below.length === 0;
  return { above: [...note, ...lines.above], first: lines.first, rest: [...lines.rest, ...below], endsOpen };
}

function nameOf(writing: Writing, { key, was }: RewrittenPart, entry: BlockEntry | undefined): string {
  const { text } = writing.layout;
  if (key === undefined) return "-";
  const old = entry === undefined && was?.step === key ? was.key : undefined;
  if (old !== undefined) return text.slice(old.start, old.end);
  if (entry?.step === key) return text.slice(entry.start, entry.head);
  const isJson = entry !== undefined && text[entry.start] === '"';
  return flowStyleText(key, { ...PLAIN_FLOW, isJson });
}

/** True where a collection is written anew under the key or the dash that it had. */
function isInPlace(writing: Writing, { key, value }: RewrittenPart, entry: BlockEntry | undefined): boolean {
  if (entry === undefined || value.type === "old" || value.type === "new") return false;
  if (isItem(entry) !== (key === undefined)) return false;
  return writing.old.placeOf(value.at)?.node === entry.place.node;
}

/** What stands between a key and its collection in flow style; undefined where comments of it are written already. */
function gapIn(writing: Writing, entry: BlockEntry, at: number): string[] | undefined {
  const { text } = writing.layout;
  const { node } = entry.place;
  if (node.isFlow !== true || !writing.canCopy(entry.head, node.span.start)) return undefined;
  writing.ledger.take(entry.head, node.span.start);
  const lines = text.slice(entry.head, node.span.start).split(/\r?\n/);
  return moved(lines, pad(columnOf(writing, entry)), pad(at));
}

function inlineLines(
  writing: Writing,
  name: string,
  { key }: RewrittenPart,
  entry: BlockEntry | undefined,
  printed: PrintedValue & { type: "inline" },
  { column: at }: Head,
  staysInPlace: boolean,
): Lines {
  const { text, lineBreak } = writing.layout;
  const colon = key === undefined ? "" : ":";
  const written = entry === undefined ? "" : text.slice(entry.head, writing.old.startOf(entry.place));
  const gap = staysInPlace && entry !== undefined ? gapIn(writing, entry, at) : undefined;
  const isUsual = key === undefined ? /^[ \t]+$/.test(written) : /^[ \t]*:[ \t]+$/.test(written);
  const between = gap ?? [printed.first === "" ? colon : isUsual ? written : `${colon} `];
  const hasBehind = printed.endsOpen || printed.behind !== "" || entry === undefined;
  const behind = hasBehind ? printed.behind : behindOf(writing, entry);
  const lines = [name + between.join(lineBreak) + printed.first, ...printed.rest];
  lines.push(`${lines.pop() ?? ""}${behind}`);
  const [first = "", ...rest] = lines;
  return { ...printed, first, rest: [...rest, ...printed.below] };
}

function belowLines(
  writing: Writing,
  name: string,
  entry: BlockEntry | undefined,
  printed: PrintedValue & { type: "below" },
  { column: at, isItem: isBehindDash }: Head,
  staysInPlace: boolean,
): Lines {
  const { text } = writing.layout;
  const { column: inner, above, first, rest, endsOpen } = printed;
  const under = [...above, pad(inner) + first, ...rest];
  const headEnd = entry === undefined ? 0 : lineEnd(text, entry.head);
  const isCompact = entry === undefined || entry.place.node.span.start < headEnd;
  if (isBehindDash && isCompact) {
    // Nothing may stand above the first entry behind a dash.
    const comments = above.filter((line) => line !== "").map((line) => pad(at) + line.trimStart());
    return { above: comments, first: `-${pad(inner - at - 1)}${first}`, rest, endsOpen };
  }
  const colon = isBehindDash ? "" : ":";
  if (entry === undefined) return { above: [], first: name + colon, rest: under, endsOpen };
  if (staysInPlace && entry.place.node.isFlow === false && writing.canCopy(entry.head, headEnd)) {
    writing.ledger.take(entry.head, headEnd);
    return { above: [], first: name + text.slice(entry.head, headEnd), rest: under, endsOpen };
  }
  return { above: [], first: name + colon + behindOf(writing, entry), rest: under, endsOpen };
}

function blockValue(writing: Writing, rewriting: Rewriting, head: Head): PrintedValue {
  switch (rewriting.type) {
    case "old":
      return oldValue(writing, rewriting, head);
    case "new":
      return newValue(writing, rewriting.value, head);
    default:
      return collectionValue(writing, rewriting, head);
  }
}

function inline(first: string, rest: readonly string[] = []): PrintedValue & { type: "inline" } {
  return { type: "inline", above: [], first, rest, behind: "", below: [], endsOpen: false };
}

function newValue(writing: Writing, value: Json, head: Head): PrintedValue {
  const { layout, blockStyle } = writing.old;
  const { was } = head;
  if (was !== undefined && was.node.isFlow === true && takesLines(value))
    return inline(flowStyleText(value, writing.old.flowStyle(was)));
  const quotes = was === undefined ? undefined : quotesOf(layout, was.node);
  if (typeof value === "string" && quotes !== undefined) return inline(quotedText(value, quotes));
  const [first = "", ...rest] = blockLines(value, blockStyle);
  if (!takesLines(value)) return inline(first);
  const at = columnBelow(writing, head, undefined, Array.isArray(value));
  return { type: "below", column: at, above: [], first, rest: indented(rest, pad(at)), endsOpen: false };
}

function oldValue(writing: Writing, old: Rewriting & { type: "old" }, head: Head): PrintedValue {
  const place = writing.old.placeOf(old.at);
  if (place === undefined) return newValue(writing, old.value as Json, head);
  if (place.node.isFlow === false) return oldBlock(writing, old, place, head);
  const { layout, ledger } = writing;
  const { text } = layout;
  const start = writing.old.startOf(place);
  const { end } = place.node.span;
  if (!writing.canCopy(start, end)) return blockValue(writing, expanded(old, place), head);
  ledger.take(start, end);
  const entry = writing.old.blockEntryOf(place);
  const from = entry === undefined ? indentation(text, start) : pad(columnOf(writing, entry));
  const [first = "", ...rest] = linesIn(text, start, end);
  const endsOpen = writing.old.isBlockScalar(place);
  return {
    ...inline(first, moved(rest, from, pad(head.column))),
    endsOpen,
    behind: entry === undefined || endsOpen ? "" : restOfLine(writing, end),
    below: entry === undefined ? [] : belowOf(writing, entry, head.column),
  };
}

/** A block collection as it stands, with the comments in it. */
function oldBlock(
  writing: Writing,
  old: Rewriting & { type: "old" },
  place: WrittenValue,
  head: Head,
): PrintedValue {
  const { layout, ledger, slots } = writing;
  const { text } = layout;
  const { start, end: valueEnd } = place.node.span;
  const [firstEntry] = writing.old.blockEntries(place)?.values() ?? [];
  const from = column(text, start);
  const line = beginsLine(text, start) ? lineStart(text, start) : start;
  const aboveStart = firstEntry === undefined ? line : Math.min(line, firstEntry.above.start);
  const end = writing.old.blockEntryOf(place)?.end ?? behindEntry(text, valueEnd, Math.max(0, from - 1));
  if (!writing.canCopy(aboveStart, end)) return blockValue(writing, expanded(old, place), head);
  const at = columnBelow(writing, head, place, place.node.children.has(0));
  const strays = commentsAt(slots.at(start), at);
  ledger.take(aboveStart, end);
  const above = moved(linesIn(text, aboveStart, line), pad(from), pad(at));
  const [first = "", ...rest] = linesIn(text, start, end);
  return {
    type: "below",
    column: at,
    above: [...strays, ...above],
    first,
    rest: moved(rest, pad(from), pad(at)),
    endsOpen: writing.old.endsOpen(place),
  };
}

function collectionValue(writing: Writing, rewriting: RewrittenCollection, head: Head): PrintedValue {
  const isList = rewriting.type === "list";
  const place = writing.old.placeOf(rewriting.at);
  if ((isList ? rewriting.items : rewriting.entries).length === 0) {
    const isEmpty = place?.node.isFlow === true && place.node.children.size === 0;
    const value = isList ? [] : {};
    if (isEmpty && rewriting.at !== undefined)
      return oldValue(writing, { type: "old", at: rewriting.at, value }, head);
    return newValue(writing, value, head);
  }
  const shown = place ?? head.was;
  if (shown?.node.isFlow === true && isFlowable(writing, rewriting))
    return inFlow(writing, rewriting, shown, head);
  const isAlike = shown?.node.isFlow === false && shown.node.children.has(0) === isList;
  const at = columnBelow(writing, head, isAlike ? shown : undefined, isList);
  return { type: "below", column: at, ...blockCollection(writing, rewriting, at) };
}

function inFlow(
  writing: Writing,
  rewriting: RewrittenCollection,
  shown: WrittenValue,
  head: Head,
): PrintedValue {
  const { text, isJson } = writing.layout;
  const entry = writing.old.blockEntryOf(shown);
  const line = indentation(text, shown.node.span.start);
  const from = entry === undefined ? line : pad(columnOf(writing, entry));
  const [by = ""] = moved([line], from, pad(head.column));
  const context = { by, style: writing.old.flowStyle(shown), isSpread: isJson, was: shown };
  const [first = "", ...rest] = flowValue(writing, rewriting, context).split(/\r?\n/);
  const isAtPlace = entry !== undefined && rewriting.at !== undefined;
  const behind = isAtPlace ? restOfLine(writing, shown.node.span.end) : "";
  return { ...inline(first, rest), behind };
}

/** Where the entries of a block collection begin that is to stand below a key or behind a dash: as far in as an old one. */
function columnBelow(writing: Writing, head: Head, old: WrittenValue | undefined, isList: boolean): number {
  const { text } = writing.layout;
  const { listOffset, step } = writing.old.blockStyle;
  const { column: at, isItem } = head;
  const entry = writing.old.blockEntryOf(old);
  const usual = isItem ? DASH_AND_BLANK : isList ? listOffset : step;
  if (old === undefined || entry === undefined || (old.key === undefined) !== isItem) return at + usual;
  const offset = column(text, old.node.span.start) - columnOf(writing, entry);
  // Behind `? key`, a value may stand less far in than its key: not behind `key:`.
  return at + (offset < (isList && !isItem ? 0 : 1) ? usual : offset);
}

const DASH_AND_BLANK = 2;
