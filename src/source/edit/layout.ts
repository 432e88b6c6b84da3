import { behindComments } from "../manifest/blanks.js";
import { Refused } from "./edit.js";
import type { Document } from "../manifest/document.js";
import type { PositionEntry, PositionNode } from "../manifest/position-node.js";
import type { Span } from "../manifest/source.js";
import type { PathStep } from "../manifest/origin.js";
import type { Value } from "../manifest/value.js";

/** What the documents of a file have in common. */
export interface FileStyle {
  /** How lines end. */
  readonly lineBreak: string;
  /** Columns from a key to the dashes below it; undefined where no list shows it. */
  readonly listOffset: number | undefined;
}

/** The text of one document with where everything in it stands. */
export interface Layout extends FileStyle {
  readonly document: Document;
  readonly text: string;
  readonly root: PositionNode;
  readonly value: Value;
  readonly isJson: boolean;
}

/** A value as it is written, with what it stands in. */
export interface WrittenValue {
  readonly node: PositionNode;
  /** The key of a mapping's entry; undefined for an item and for the root. */
  readonly key: Span | undefined;
  readonly step: PathStep | undefined;
  readonly parent: WrittenValue | undefined;
}

/** Where the outermost value of a document is written: it stands under no key. */
export function rootPlace({ root }: Layout): WrittenValue {
  return { node: root, key: undefined, step: undefined, parent: undefined };
}

/** The place of a field or an item, or undefined where it is not written. */
export function childPlace(parent: WrittenValue, step: PathStep): WrittenValue | undefined {
  const entry = parent.node.children.get(step);
  return entry === undefined ? undefined : { ...entry, step, parent };
}

/** True where an entry is written inside of its parent, and not behind an alias or in a merged mapping. */
export function isWrittenInside({ span }: PositionNode, entry: PositionEntry): boolean {
  return span.start <= startOf(entry) && entry.node.span.end <= span.end;
}

/** The entries of a collection, in their order. */
export function entriesOf(node: PositionNode): readonly PositionEntry[] {
  return [...node.children.values()];
}

/** Where an entry begins: at its key, or, for an item, at its value. */
export function startOf({ key, node }: PositionEntry): number {
  return key?.start ?? node.span.start;
}

/** Where an entry ends, without the comment behind it. */
export function endOf({ key, node }: PositionEntry): number {
  return Math.max(key?.end ?? 0, node.span.end);
}

/** What is written at a span. */
export function spanText({ text }: Layout, { start, end }: Span): string {
  return text.slice(start, end);
}

/**
 * Where a key's colon ends.
 * @throws {Refused} where none stands behind the key
 */
export function behindColon(text: string, keyEnd: number): number {
  const colon = behindComments(text, keyEnd);
  if (text[colon] !== ":") throw new Refused("unverified");
  return colon + 1;
}
