import type { DuplicateKey } from "./problem.js";
import type { Span } from "./source.js";
import type { Value } from "./value.js";

/** A key that is stored under another text than the one that is written: `y` as "true", `1.10` as "1.1" (S-IN-3). */
export interface RestoredKey {
  /** The mapping in the composed value. */
  readonly mapping: Value;
  /** The key as it is stored. */
  readonly key: string;
  /** The key as it is written. */
  readonly written: string;
  readonly at: Span;
}

/** A document's value with what the reading noticed. */
export interface Composed {
  readonly value: Value;
  readonly duplicates: readonly DuplicateKey[];
  readonly restoredKeys: readonly RestoredKey[];
  /** Keys that are different ones as written and one as stored: which value the server keeps is not defined (S-IN-3). */
  readonly collisions: readonly DuplicateKey[];
  /** The first key beyond the duplicates that are listed: what follows was not compared, so the value is worth nothing. */
  readonly oneTooMany?: Span;
  /** Nodes that aliases and merges added: charged to the file's budget. */
  readonly expanded: number;
}

/**
 * Which parts of a document to build, by key; lists pass through. Only for kinds whose other fields nothing reads:
 * skipped parts are still parsed, so that a document that is broken anywhere is found.
 */
export interface Keep {
  readonly [key: string]: true | Keep;
}
