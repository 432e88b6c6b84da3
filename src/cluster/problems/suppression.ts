import type { Document } from "../../source/manifest/document.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Place } from "./problem.js";
import type { Span } from "../../source/manifest/source.js";

/** What an author has written to have findings not count: in a comment, in an annotation, or in a config. */
export interface Suppression {
  readonly by: "comment" | "annotation" | "config";
  /** The rules that it names; none where it cannot be read. */
  readonly rules: readonly SuppressedRule[];
  /** Empty where none is written: then it has no effect. */
  readonly reason: string;
  readonly at: Place;
  readonly covers: SuppressionScope;
  /** The object that it is in, or that its document is; missing in a config. */
  readonly subject?: string;
  /** The last day on which it has an effect, `2027-01-31`; without one, it has no end. */
  readonly until?: string;
}

/** A rule's id as it is written. */
export interface SuppressedRule {
  readonly id: string;
  readonly at: Place;
}

/** Which findings a suppression is about: those that begin in a line, those of an object, those of some files. */
export type SuppressionScope =
  | { readonly type: "line"; readonly document: Document; readonly line: Span }
  | { readonly type: "object"; readonly origin: Origin }
  | { readonly type: "files"; readonly matches: (file: string) => boolean };
