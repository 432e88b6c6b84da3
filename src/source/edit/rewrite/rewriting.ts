import { emptyMapping, type Value } from "../../manifest/value.js";
import type { Json } from "../edit.js";
import type { Origin } from "../../manifest/origin.js";

/** What stands in the place of an old value: parts of it, kept or moved, and new ones. Comments go where their parts go. */
export type Rewriting =
  /** An old value as it is written, wherever it goes. */
  | { readonly type: "old"; readonly at: Origin; readonly value: Value }
  | { readonly type: "new"; readonly value: Json }
  | {
      readonly type: "mapping";
      /** The old mapping in whose place it stands: it has its comments and its style. */
      readonly at?: Origin;
      readonly entries: readonly RewrittenEntry[];
    }
  | {
      readonly type: "list";
      /** The old list in whose place it stands. */
      readonly at?: Origin;
      readonly items: readonly Rewriting[];
    };

/** An entry of a mapping, in the order in which it is to be written. */
export interface RewrittenEntry {
  readonly key: string;
  /** The old entry (the origin of its value) whose place and comments it takes, under its old key or another one. */
  readonly was?: Origin;
  readonly value: Rewriting;
}

/** The value that a rewriting says. */
export function rewrittenValue(rewriting: Rewriting): Value {
  switch (rewriting.type) {
    case "old":
    case "new":
      return rewriting.value;
    case "list":
      return rewriting.items.map(rewrittenValue);
    case "mapping": {
      const mapping = emptyMapping();
      for (const { key, value } of rewriting.entries) mapping[key] = rewrittenValue(value);
      return mapping;
    }
  }
}

/** An object that is rewritten, and those that are made beside it. */
export interface Rewrite {
  /** The object: the root of a document, or an item of a list. */
  readonly at: Origin;
  readonly to: Rewriting;
  /** Lines, without `#`, that are put above it. */
  readonly comment?: readonly string[];
  /** New objects behind it: documents, or items of the same list. */
  readonly also: readonly NewObject[];
}

/** A new object, with the comment above it. */
export interface NewObject {
  readonly value: Json;
  /** Lines without `#`. */
  readonly comment: readonly string[];
}
