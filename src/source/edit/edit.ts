import type { Origin } from "../manifest/origin.js";
import type { SourceFile } from "../manifest/source.js";

/** What can be written into a manifest. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * One change of what a file says. Fields on the way to a place that are missing or null are made; an item of a list must
 * be there.
 */
export type Edit =
  /** Puts an item before item `index` of a list (behind the last one: its length); the list may be missing, null or empty. */
  | { readonly type: "insert-item"; readonly at: Origin; readonly index: number; readonly value: Json }
  /** Gives a field or an item another value, or adds the field. What both values have in common is not touched. */
  | { readonly type: "set"; readonly at: Origin; readonly value: Json }
  /** Takes out a field or an item. */
  | { readonly type: "remove"; readonly at: Origin }
  /** Gives a field another key. */
  | { readonly type: "rename"; readonly at: Origin; readonly key: string }
  /** Puts the value of a mapping's only field in the place of the mapping. */
  | { readonly type: "unwrap"; readonly at: Origin }
  /** Adds a document behind the last one of a file. */
  | { readonly type: "add-document"; readonly file: SourceFile; readonly value: Json };

/** An edit of a place inside one document. */
export type DocumentEdit = Exclude<Edit, { type: "add-document" }>;

/** Why a file is left as it is. */
export type RefusalCode =
  /** The file is UTF-16: a patch is read as bytes. */
  | "encoding"
  /** Lines end with a lone CR, which only YAML takes for a line break. */
  | "line-breaks"
  /** The document cannot be read, or text behind it is dropped. */
  | "unreadable"
  /** The place is written once for several values: behind an alias, or brought by a merge. */
  | "alias"
  /** No such item, or a field of something that is no mapping. */
  | "no-such-place"
  /** An item for something that is no list. */
  | "not-a-list"
  /** The edited text would not say what the edit says. */
  | "unverified";

/** Thrown inside of this folder only, and turned into an answer. */
export class Refused extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode) {
    super(code);
    this.code = code;
  }
}
