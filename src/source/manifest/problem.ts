import type { Span } from "./source.js";

/** A key that one mapping has twice; both places. */
export interface DuplicateKey {
  readonly key: string;
  readonly first: Span;
  readonly second: Span;
  /**
   * Of a key that a merge (`<<`) brings too: `overridden` where what is written beside it, or an earlier mapping of its list, counts as YAML
   * means it; `overrides` where the merge stands behind the key and Kubernetes takes what it brings, unlike others. Strict readers refuse both.
   */
  readonly merge?: "overridden" | "overrides";
}

/** Why a document, or what follows it, cannot be read. The words are made where findings are made. */
export type ReadProblemCode =
  | "yaml-syntax"
  | "json-syntax"
  | "depth"
  | "alias-budget"
  | "too-many-duplicates"
  | "anchor-contains-itself"
  | "unknown-anchor"
  | "control-character"
  | "unicode-line-break"
  | "separator-with-text"
  | "text-after-document"
  | "last-line-dropped"
  | "yaml-version"
  | "map-key"
  | "null-key"
  | "number-key"
  | "merge-of-no-map"
  | "number-not-finite"
  | "tag-mismatch"
  | "surrogate-escape"
  | "list-at-root"
  | "items-no-list"
  | "item-no-object"
  | "list-in-list"
  | "list-without-kind"
  | "list-of-no-version"
  | "list-metadata"
  | "metadata-fraction"
  | "object-with-items";

/** A place in one file that keeps a document from being read. */
export interface ReadProblem {
  readonly code: ReadProblemCode;
  readonly at: Span;
  /** What the parser, the key or the tag said: shown as it is, after encoding. */
  readonly detail?: string;
}
