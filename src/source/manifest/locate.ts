import { pathOf, type Origin, type EntryHalf, type PathStep } from "./origin.js";
import { entryAt, positionsOf } from "./positions.js";
import type { Document } from "./document.js";
import type { PositionNode } from "./position-node.js";
import type { Span } from "./source.js";

/** The offsets in the file of what an origin names. */
export function locate(origin: Origin): Span {
  const known = SPANS.get(origin);
  if (known !== undefined) return known;
  const span = locatePath(origin.document, pathOf(origin), origin.part);
  SPANS.set(origin, span);
  return span;
}

const SPANS = new WeakMap<Origin, Span>();

/** What is written where an origin points, cut where it is longer than `most`. */
export function textAt(origin: Origin, most = Infinity): string {
  const { start, end } = locate(origin);
  return origin.document.file.text.slice(start, Math.min(end, start + most));
}

/** True where the document has what an origin names; a null counts as written. */
export function isWritten(origin: Origin): boolean {
  let node: PositionNode | undefined = positionsOf(origin.document);
  for (const step of pathOf(origin)) node = node === undefined ? undefined : entryAt(node, step)?.node;
  return node !== undefined;
}

/**
 * The offsets of a path in a document. A value that is not written lies at the key of its nearest written parent (a
 * missing field is missing there); a null or empty one lies right behind its key's colon; a list's item at its first token.
 */
export function locatePath(document: Document, path: readonly PathStep[], part: EntryHalf = "value"): Span {
  let node: PositionNode = positionsOf(document);
  let key: Span | undefined;
  for (const [i, step] of path.entries()) {
    const entry = entryAt(node, step);
    if (entry === undefined) return key ?? firstToken(node);
    // An item of a list has no key of its own: what it lacks is missing at its first token.
    key = entry.key ?? firstToken(entry.node);
    if (i === path.length - 1 && part === "key") return key;
    node = entry.node;
  }
  // An item of a list, and a whole document, lie at their first token.
  return typeof (path.at(-1) ?? 0) === "number" ? firstToken(node) : node.span;
}

/** The offsets of all that is written of a value: of a collection from its first entry to its last. */
export function locateWhole(origin: Origin): Span {
  let node: PositionNode | undefined = positionsOf(origin.document);
  for (const step of pathOf(origin)) node = node === undefined ? undefined : entryAt(node, step)?.node;
  return node?.span ?? locate(origin);
}

function firstToken(node: PositionNode): Span {
  if (node.isFlow === true) return { start: node.span.start, end: node.span.start + 1 };
  const first = node.children.values().next().value;
  if (first === undefined) return node.span;
  return first.key ?? firstToken(first.node);
}
