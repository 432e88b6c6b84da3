import { behindComments } from "../manifest/blanks.js";
import { beginsLine, column, endsLine, indentation } from "./lines.js";
import {
  entriesOf,
  isWrittenInside,
  startOf,
  spanText,
  type FileStyle,
  type Layout,
  type WrittenValue,
} from "./layout.js";
import type { BlockStyle } from "../manifest/print/block.js";
import type { FlowStyle } from "../manifest/print/flow.js";
import type { Quotes } from "../manifest/print/scalar.js";
import type { PositionEntry, PositionNode } from "../manifest/position-node.js";

/** What a file's first list, or what looks like one, and its first lines show. */
export function fileStyle(text: string): FileStyle {
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const [, key, dash] = /^((?: |- )*)[^\s#-][^\n]*:[ \t]*\r?\n( *)- /m.exec(text) ?? [];
  const isList = key !== undefined && dash !== undefined && dash.length >= key.length;
  return { lineBreak, listOffset: isList ? dash.length - key.length : undefined };
}

/** How the block collections nearest to a place are indented: around it, else in the document, else in the file. */
export function blockStyle({ text, root, listOffset: elsewhere }: Layout, place: WrittenValue): BlockStyle {
  let step: number | undefined;
  let listOffset: number | undefined;
  for (const { key, node } of nearestFirst(root, place)) {
    if (key === undefined || node.isFlow !== false || !beginsLine(text, node.span.start)) continue;
    const offset = column(text, node.span.start) - column(text, key.start);
    // A value behind `? key` may stand less far in than its key: that is nobody's style.
    if (offset < 0) continue;
    if (node.children.has(0)) listOffset ??= offset;
    else if (offset > 0) step ??= offset;
    if (step !== undefined && listOffset !== undefined) break;
  }
  step ??= DEFAULT_STEP;
  return { step, listOffset: listOffset ?? elsewhere ?? step };
}

const DEFAULT_STEP = 2;

/** How a flow collection, and what is put into it, is written; the nearest one that has an entry shows it. */
export function flowStyle(layout: Layout, place: WrittenValue): FlowStyle {
  let at: WrittenValue | undefined = place;
  while (at !== undefined && (at.node.isFlow !== true || at.node.children.size === 0)) at = at.parent;
  const { isJson } = layout;
  if (at === undefined) return { isPadded: UNPADDED, isJson, isMinified: false };
  return {
    isPadded: isJson ? UNPADDED : paddingAt(layout, at),
    isJson: isJson || hasQuotedKeys(layout, at),
    isMinified: isJson && isMinified(layout),
  };
}

const UNPADDED: FlowStyle["isPadded"] = { mapping: false, list: false };

/** Where one of the two kinds of collections is not to be seen, the other one shows it. */
function paddingAt(layout: Layout, place: WrittenValue): FlowStyle["isPadded"] {
  const mapping = nearestFlow(layout, place, "{");
  const list = nearestFlow(layout, place, "[");
  return { mapping: isPaddedIn(layout, mapping ?? list), list: isPaddedIn(layout, list ?? mapping) };
}

/** The nearest flow collection with entries that begins with a bracket: around a place, else in it. */
function nearestFlow(layout: Layout, place: WrittenValue, bracket: "{" | "["): PositionNode | undefined {
  const isOne = ({ isFlow, children, span }: PositionNode): boolean =>
    isFlow === true && children.size > 0 && layout.text[span.start] === bracket;
  for (let at: WrittenValue | undefined = place; at !== undefined; at = at.parent)
    if (isOne(at.node)) return at.node;
  for (const { entry } of nested(place.node)) if (isOne(entry.node)) return entry.node;
  return undefined;
}

function isPaddedIn({ text }: Layout, node: PositionNode | undefined): boolean {
  if (node === undefined) return false;
  const inside = node.span.start + 1;
  return /[ \t]/.test(text[inside] ?? "") && !endsLine(text, inside);
}

function hasQuotedKeys({ text }: Layout, { node }: WrittenValue): boolean {
  return entriesOf(node).some(({ key }) => key !== undefined && text[key.start] === '"');
}

function isMinified({ text, root }: Layout): boolean {
  const key = entriesOf(root)[0]?.key;
  if (key === undefined) return false;
  const colon = behindComments(text, key.end);
  return !/\s/.test(text[colon + 1] ?? " ");
}

/** The quotes that a text is written in; undefined where it has none. */
export function quotesOf({ text }: Layout, { span }: PositionNode): Quotes | undefined {
  return QUOTES.get(text[span.start] ?? "");
}

const QUOTES: ReadonlyMap<string, Quotes> = new Map<string, Quotes>([
  ['"', "double"],
  ["'", "single"],
]);

/** True where a JSON value in a collection takes lines of its own: as its neighbour does, else as the collection does. */
export function isSpread(layout: Layout, { node }: WrittenValue, neighbour: PositionEntry): boolean {
  const isCollection = neighbour.node.isFlow === true && neighbour.node.children.size > 0;
  return spanText(layout, isCollection ? neighbour.node.span : node.span).includes("\n");
}

/** What JSON is indented by: the first entry that begins a line shows it. */
export function jsonUnit(layout: Layout): string {
  const { text, root } = layout;
  for (const { container, entry } of nested(root)) {
    if (!beginsLine(text, startOf(entry))) continue;
    const outer = indentation(text, container.span.start);
    const inner = indentation(text, startOf(entry));
    if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  return " ".repeat(DEFAULT_STEP);
}

function* nearestFirst(root: PositionNode, place: WrittenValue): Generator<PositionEntry> {
  for (let at: WrittenValue | undefined = place; at !== undefined; at = at.parent) {
    yield at;
    yield* entriesOf(at.node);
  }
  for (const { entry } of nested(root)) yield entry;
}

function* nested(container: PositionNode): Generator<{ container: PositionNode; entry: PositionEntry }> {
  for (const entry of entriesOf(container)) {
    if (!isWrittenInside(container, entry)) continue;
    yield { container, entry };
    yield* nested(entry.node);
  }
}
