import type { Span } from "./source.js";

/** The offsets of one value and of what is in it. */
export interface PositionNode {
  readonly span: Span;
  /** True for collections in flow style or JSON: they begin with a bracket, not with their first child. */
  readonly isFlow?: boolean;
  readonly children: ReadonlyMap<string | number, PositionEntry>;
}

/** A child with the offsets of its key (none for a list's item). */
export interface PositionEntry {
  readonly key: Span | undefined;
  readonly node: PositionNode;
}
