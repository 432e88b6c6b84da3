import { namesVersion } from "./names-version.js";
import { shortened } from "../../src/cluster/load/shortened.js";
import { isSameValue } from "./same-value.js";
import { isStricterOnPurpose } from "./allowed.js";
import type { Answer } from "./decoder.js";
import type { Reading } from "./reading.js";

/** Why a text counts as read differently. */
export type Difference =
  /** Kubernetes reads on, the program does not: a false alarm. */
  | "refused-here"
  /** The program reads what Kubernetes refuses: a policy counts that will never exist. */
  | "read-here"
  /** Both read it, and not as the same. */
  | "value"
  /** Other objects: what is a list, and what its items are. */
  | "objects"
  /** `lint` and `explain` do not say the same of it. */
  | "lint-and-explain";

/** What comes out of comparing: nothing, a difference, or the name of one that is meant. */
export type Comparison =
  | { readonly type: "same" }
  | { readonly type: "stricter"; readonly name: string }
  | { readonly type: "different"; readonly difference: Difference };

const SAME: Comparison = { type: "same" };

/** Compares what the program reads with what kubectl reads. */
export function compare(ours: Reading, theirs: Answer): Comparison {
  if (ours.disagreement !== undefined) return different("lint-and-explain");
  const shared = Math.min(ours.documents.length, theirs.documents.length);
  for (let i = 0; i < shared; i++) {
    if (ours.ambiguous.has(i)) continue;
    if (!isSameValue(ours.documents[i], theirs.documents[i])) return different("value");
  }
  const { refusal } = ours;
  if (refusal !== undefined) {
    if (theirs.error !== undefined && ours.documents.length === theirs.documents.length) return SAME;
    // Kubernetes has read the document at which the program stops.
    const read = { value: theirs.documents[ours.documents.length], answer: theirs };
    if (theirs.documents.length >= ours.documents.length && isStricterOnPurpose(refusal, read))
      return { type: "stricter", name: refusal.code };
    return different(ours.documents.length > theirs.documents.length ? "read-here" : "refused-here");
  }
  if (theirs.error !== undefined) return different("read-here");
  if (ours.documents.length !== theirs.documents.length)
    return different(ours.documents.length > theirs.documents.length ? "read-here" : "refused-here");
  if (ours.ambiguous.size > 0) return SAME;
  return hasSameObjects(ours, theirs) ? SAME : different("objects");
}

function different(difference: Difference): Comparison {
  return { type: "different", difference };
}

/** Objects that say what they are, by kind; without a version no server takes them. */
function hasSameObjects({ kinds }: Reading, { objects, mistyped }: Answer): boolean {
  const theirs = new Map<string, number>();
  for (const { apiVersion, kind } of [...objects, ...mistyped]) {
    if (!namesVersion(apiVersion) || typeof kind !== "string") continue;
    const name = shortened(kind);
    theirs.set(name, (theirs.get(name) ?? 0) + 1);
  }
  return theirs.size === kinds.size && [...theirs].every(([kind, count]) => kinds.get(kind) === count);
}
