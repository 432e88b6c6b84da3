import type { Amendment, AmendmentFacts, LastResort } from "./amendment.js";
import type { Effects } from "./effects.js";
import type { Outcome } from "../../semantics/evaluate/entry.js";
import type { Patch } from "./patch.js";

/** Edits with which the flow has been found to be as it is wanted. */
export interface Suggestion {
  /** What the flow comes to with the edits. */
  readonly verdict: Outcome;
  readonly amendments: readonly PlacedAmendment[];
  /** True where the name of the destination cannot be resolved even so. */
  readonly leavesNameDenied: boolean;
  /** True where it is shown with its patch. */
  readonly isShown: boolean;
  /** Undefined where it was not written: there were many others before it. */
  readonly patch: Patch | undefined;
  /** Undefined where it was not counted. */
  readonly effects: Effects | undefined;
}

/** What is done to one object, and where. */
export type PlacedAmendment = AmendmentFacts & {
  readonly lastResort?: LastResort;
  readonly file: string;
  /** True where that is no file, but an object that a server has stored, by its name. */
  readonly isStored: boolean;
};

/** What is done, and where, without how. */
export function placed({ document, edits: _edits, ...facts }: Amendment): PlacedAmendment {
  return { ...facts, file: document.file.name, isStored: document.file.isStored === true };
}
