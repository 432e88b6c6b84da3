import { namesVersion } from "./names-version.js";
import { shortened } from "../../src/load/shortened.js";
import { STRICTER } from "./allowed.js";
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
    if (!isSame(ours.documents[i], theirs.documents[i])) return different("value");
  }
  if (ours.error !== undefined) {
    if (theirs.error !== undefined && ours.documents.length === theirs.documents.length) return SAME;
    // Kubernetes has read the document at which the program stops.
    if (theirs.documents.length >= ours.documents.length && STRICTER.has(ours.error))
      return { type: "stricter", name: ours.error };
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

/** Whole numbers that JavaScript cannot hold are bigints here, and are compared as JSON reads them. */
function isSame(ours: unknown, theirs: unknown): boolean {
  if (typeof ours === "bigint") return Number(ours) === theirs;
  if (typeof ours !== "object" || ours === null)
    return Object.is(ours, theirs) || (ours === 0 && theirs === 0);
  if (typeof theirs !== "object" || theirs === null) return false;
  if (Array.isArray(ours)) {
    if (!Array.isArray(theirs) || ours.length !== theirs.length) return false;
    return ours.every((each, index) => isSame(each, theirs[index]));
  }
  if (Array.isArray(theirs)) return false;
  const [mine, other] = [ours as Record<string, unknown>, theirs as Record<string, unknown>];
  const keys = Object.keys(mine);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSame(mine[key], other[key]));
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
