import { expanded, type Writing } from "./writing.js";
import { takesLines } from "../../manifest/print/block.js";
import { flowStyleText, jsonLines, type FlowStyle } from "../../manifest/print/flow.js";
import { indentation, lineEnd, linesIn, moved } from "../lines.js";
import { partsInPlace, collectionParts, type RewrittenPart, type RewrittenCollection } from "./align.js";
import type { FlowEntry } from "./flow-entries.js";
import type { Json } from "../edit.js";
import type { WrittenValue } from "../layout.js";
import type { Rewriting } from "./rewriting.js";

/** What a value in flow style stands in. */
export interface FlowContext {
  /** The blanks with which its line begins. */
  readonly by: string;
  readonly style: FlowStyle;
  /** True where new collections have an entry per line, as in JSON. */
  readonly isSpread: boolean;
  /** The old value in whose place it stands. */
  readonly was: WrittenValue | undefined;
}

/** A value in flow style; its lines behind the first one are indented already. */
export function flowValue(writing: Writing, rewriting: Rewriting, context: FlowContext): string {
  switch (rewriting.type) {
    case "old":
      return oldValue(writing, rewriting, context);
    case "new":
      return newValue(writing, rewriting.value, context);
    default:
      return collection(writing, rewriting, context);
  }
}

/** True where every old part may stand in flow style as it is written. */
export function isFlowable(writing: Writing, rewriting: Rewriting): boolean {
  switch (rewriting.type) {
    case "old": {
      const place = writing.old.placeOf(rewriting.at);
      return place === undefined || (place.node.isFlow !== false && !writing.old.isBlockScalar(place));
    }
    case "new":
      return true;
    case "mapping":
      return rewriting.entries.every(({ value }) => isFlowable(writing, value));
    case "list":
      return rewriting.items.every((item) => isFlowable(writing, item));
  }
}

/** True where a flow collection has an entry per line. */
function isSpread(writing: Writing, place: WrittenValue): boolean {
  const [first] = writing.old.flowEntries(place) ?? [];
  return first !== undefined && writing.layout.text.slice(place.node.span.start, first.start).includes("\n");
}

function oldValue(writing: Writing, old: Rewriting & { type: "old" }, context: FlowContext): string {
  const { text, lineBreak } = writing.layout;
  const place = writing.old.placeOf(old.at);
  if (place === undefined) return newValue(writing, old.value as Json, context);
  if (place.node.isFlow === false) return flowValue(writing, expanded(old, place), context);
  const start = writing.old.startOf(place);
  const { end } = place.node.span;
  const written = text.slice(start, end);
  if (written === "") return "null";
  const isUnsafe = place.parent?.node.isFlow !== true && /^[^"'[{].*[,[\]{}]/s.test(written);
  if (isUnsafe || writing.old.isBlockScalar(place)) return newValue(writing, old.value as Json, context);
  if (!writing.canCopy(start, end)) return flowValue(writing, expanded(old, place), context);
  writing.ledger.take(start, end);
  return moved(linesIn(text, start, end), indentation(text, start), context.by).join(lineBreak);
}

function newValue(writing: Writing, value: Json, { by, style, isSpread: spreads }: FlowContext): string {
  if (!spreads || !writing.layout.isJson || !takesLines(value)) return flowStyleText(value, style);
  return jsonLines(value, writing.old.jsonUnit).join(writing.layout.lineBreak + by);
}

/** The old collection in whose place one stands, and how it is written. */
interface FlowShape {
  readonly type: RewrittenCollection["type"];
  readonly place: WrittenValue | undefined;
  readonly entries: readonly FlowEntry[];
  readonly isSpread: boolean;
  readonly by: string;
  /** The blanks with which the lines of its entries begin. */
  readonly inside: string;
  readonly style: FlowStyle;
}

function shapeOf(writing: Writing, rewriting: RewrittenCollection, context: FlowContext): FlowShape {
  const { text, isJson } = writing.layout;
  const { by } = context;
  const { type } = rewriting;
  const at = writing.old.placeOf(rewriting.at);
  const entries = writing.old.flowEntries(at) ?? [];
  const [first] = entries;
  if (at === undefined || first === undefined) {
    const { was } = context;
    const hasLooks = was?.node.isFlow === true && was.node.children.size > 0;
    const spreads = hasLooks ? isSpread(writing, was) : context.isSpread && isJson;
    const style = hasLooks ? writing.old.flowStyle(was) : context.style;
    const inside = by + writing.old.jsonUnit;
    return { type, place: undefined, entries: [], isSpread: spreads, by, inside, style };
  }
  const outer = indentation(text, at.node.span.start);
  const inner = indentation(text, first.start);
  const step = inner.startsWith(outer) ? inner.slice(outer.length) : writing.old.jsonUnit;
  const style = writing.old.flowStyle(at);
  return { type, place: at, entries, isSpread: isSpread(writing, at), by, inside: by + step, style };
}

function collection(writing: Writing, rewriting: RewrittenCollection, context: FlowContext): string {
  const [opening, closing] = rewriting.type === "mapping" ? "{}" : "[]";
  const parts = collectionParts(writing, rewriting);
  if (parts.length === 0) {
    const { at } = rewriting;
    const place = writing.old.placeOf(at);
    const isEmpty = place?.node.isFlow === true && place.node.children.size === 0;
    if (!isEmpty || at === undefined) return `${opening}${closing}`;
    return oldValue(writing, { type: "old", at, value: rewriting.type === "list" ? [] : {} }, context);
  }
  const shape = shapeOf(writing, rewriting, context);
  const print = (): string => `${opening}${content(writing, parts, shape)}${closing}`;
  return shape.place === undefined ? print() : writing.slots.inside(shape.place.node.span, print);
}

function content(writing: Writing, parts: readonly RewrittenPart[], shape: FlowShape): string {
  const { place, entries, isSpread: spreads, by } = shape;
  const { lineBreak } = writing.layout;
  const bySteps = new Map(entries.map((entry) => [entry.step, entry]));
  const inPlace = partsInPlace(parts, (was) =>
    place !== undefined && was.parent?.node === place.node ? bySteps.get(was.step ?? "") : undefined,
  );
  const gaps = new Gaps(writing, shape);
  let result = "";
  let before: FlowEntry | undefined;
  for (const [i, part] of parts.entries()) {
    const entry = inPlace[i];
    result += gaps.between(i === 0 ? "opening" : before, entry) + entryText(writing, part, entry, shape);
    before = entry;
  }
  const put = spreads && place !== undefined ? writing.slots.at(place.node.span.end - 1) : [];
  const isLast = before !== undefined && before.index === entries.length - 1;
  if (isLast && put.length === 0) {
    const end = gaps.asWritten(before?.end ?? 0, (place?.node.span.end ?? 0) - 1);
    if (end !== undefined) return result + end;
  }
  if (!spreads) return result + gaps.padding;
  const end = gaps.lastComma + gaps.behind(before);
  const comments = [...put.map((comment) => comment.text), ...gaps.below()];
  const lines = comments.map((comment) => lineBreak + shape.inside + comment);
  return `${result}${end}${lines.join("")}${lineBreak}${by}`;
}

/** What stands between the entries of a flow collection. */
class Gaps {
  readonly #writing: Writing;
  readonly #shape: FlowShape;
  /** Between the brackets and the entries of one line. */
  readonly padding: string;

  constructor(writing: Writing, shape: FlowShape) {
    this.#writing = writing;
    this.#shape = shape;
    this.padding = shape.style.isPadded[shape.type] ? " " : "";
  }

  /** The comma behind the last entry, where there was one. */
  get lastComma(): string {
    const { place, entries } = this.#shape;
    const last = entries.at(-1);
    if (place === undefined || last === undefined) return "";
    const end = this.#writing.layout.text.slice(last.end, place.node.span.end);
    return /^\s*,/.test(end) ? "," : "";
  }

  between(before: FlowEntry | "opening" | undefined, entry: FlowEntry | undefined): string {
    const { slots, layout } = this.#writing;
    const { isSpread: spreads, style, inside, place } = this.#shape;
    const put = spreads && entry !== undefined ? slots.at(entry.start) : [];
    const isFirst = before === "opening";
    const last = isFirst ? undefined : before;
    if (entry !== undefined && put.length === 0) {
      const follows = isFirst ? entry.index === 0 : last?.index === entry.index - 1;
      const start = isFirst ? (place?.node.span.start ?? 0) + 1 : (last?.end ?? 0);
      const written = follows ? this.asWritten(start, entry.start) : undefined;
      if (written !== undefined) return written;
    }
    if (!spreads) return isFirst ? this.padding : style.isMinified ? "," : ", ";
    const comments = [...put.map((comment) => comment.text), ...this.#above(entry)];
    const lines = [...comments.map((comment) => inside + comment), inside];
    const behind = isFirst ? this.#behindBracket() : `,${this.behind(last)}`;
    return `${behind}${lines.map((line) => layout.lineBreak + line).join("")}`;
  }

  /** The comment behind the opening bracket. */
  #behindBracket(): string {
    const start = this.#shape.place?.node.span.start;
    if (start === undefined) return "";
    const { ledger, layout } = this.#writing;
    return ledger
      .take(start, lineEnd(layout.text, start))
      .map((comment) => ` ${comment}`)
      .join("");
  }

  /** The comments in lines of their own below the last entry. */
  below(): string[] {
    const { place, entries } = this.#shape;
    const last = entries.at(-1);
    if (place === undefined || last === undefined) return [];
    const { ledger, layout } = this.#writing;
    return ledger.take(lineEnd(layout.text, last.end), place.node.span.end);
  }

  /** The comment behind an entry in its line. */
  behind(entry: FlowEntry | undefined): string {
    if (entry === undefined) return "";
    const { ledger, layout } = this.#writing;
    const comments = ledger.take(entry.end, lineEnd(layout.text, entry.end));
    return comments.map((comment) => ` ${comment}`).join("");
  }

  asWritten(start: number, end: number): string | undefined {
    const { ledger, layout } = this.#writing;
    const { place, by } = this.#shape;
    if (!ledger.isFree(start, end)) return undefined;
    ledger.take(start, end);
    const outer = indentation(layout.text, place?.node.span.start ?? start);
    const [first = "", ...rest] = layout.text.slice(start, end).split(/\r?\n/);
    return [first, ...moved(rest, outer, by)].join(layout.lineBreak);
  }

  #above(entry: FlowEntry | undefined): string[] {
    if (entry === undefined) return [];
    const { ledger, layout } = this.#writing;
    const { entries, place } = this.#shape;
    const from = entries[entry.index - 1]?.end ?? place?.node.span.start ?? entry.start;
    return ledger.take(Math.min(lineEnd(layout.text, from), entry.start), entry.start);
  }
}

function entryText(
  writing: Writing,
  { key, value, was }: RewrittenPart,
  entry: FlowEntry | undefined,
  shape: FlowShape,
): string {
  const { text } = writing.layout;
  const { style, place } = shape;
  const context = { style, isSpread: shape.isSpread, was, by: shape.isSpread ? shape.inside : shape.by };
  if (entry === undefined || place === undefined) {
    const name = key === undefined ? "" : `${flowStyleText(key, style)}:${style.isMinified ? "" : " "}`;
    return name + flowValue(writing, value, context);
  }
  const outer = indentation(text, place.node.span.start);
  const [by = ""] = moved([indentation(text, entry.start)], outer, shape.by);
  const oldKey = entry.place.key;
  if (key === undefined || oldKey === undefined) return flowValue(writing, value, { ...context, by });
  const isQuoted = text[oldKey.start] === '"';
  const name =
    key === entry.step
      ? text.slice(oldKey.start, oldKey.end)
      : flowStyleText(key, { ...style, isJson: style.isJson || isQuoted });
  const isSame = value.type === "old" && writing.old.placeOf(value.at)?.node === entry.place.node;
  if (isSame && writing.canCopy(oldKey.end, entry.end)) {
    writing.ledger.take(oldKey.end, entry.end);
    const rest = text.slice(oldKey.end, entry.end).split(/\r?\n/);
    return name + moved(rest, indentation(text, entry.start), by).join(writing.layout.lineBreak);
  }
  const isInPlace =
    (value.type === "mapping" || value.type === "list") &&
    writing.old.placeOf(value.at)?.node === entry.place.node;
  const start = entry.place.node.span.start;
  if (isInPlace && writing.canCopy(oldKey.end, start)) {
    writing.ledger.take(oldKey.end, start);
    const lines = moved(text.slice(oldKey.end, start).split(/\r?\n/), indentation(text, entry.start), by);
    const gap = lines.join(writing.layout.lineBreak);
    const [inner = ""] = moved([indentation(text, start)], indentation(text, entry.start), by);
    return name + gap + flowValue(writing, value, { ...context, by: inner });
  }
  const colon = text.slice(oldKey.end, writing.old.startOf(entry.place));
  const isUsual = style.isMinified ? colon === ":" : /^[ \t]*:[ \t]+$/.test(colon);
  const between = isUsual ? colon : style.isMinified ? ":" : ": ";
  return name + between + flowValue(writing, value, { ...context, by });
}
