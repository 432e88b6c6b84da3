import { compareTexts } from "../../base/collections/compare-texts.js";
import type { ObjectRef } from "../model/object-ref.js";
import type { ReadObject } from "./duplicates.js";

/**
 * Objects in the order in which they are told about. Those of a server have none of their own (a live cluster shows them
 * kind by kind, a snapshot as it was written): they come first, by kind, namespace and name. All others stay as they stand in
 * their files.
 */
export function inOneOrder(read: readonly ReadObject[]): readonly ReadObject[] {
  const stored = read.filter(({ isStored }) => isStored);
  if (stored.length === 0) return read;
  const sorted = stored.toSorted((a, b) => byIdentity(a.object.ref, b.object.ref));
  return [...sorted, ...read.filter(({ isStored }) => !isStored)];
}

/** By kind, namespace and name. */
export function byIdentity(a: ObjectRef, b: ObjectRef): number {
  return (
    compareTexts(a.kind, b.kind) ||
    compareTexts(a.namespace ?? "", b.namespace ?? "") ||
    compareTexts(a.name, b.name) ||
    compareTexts(a.apiVersion, b.apiVersion)
  );
}
