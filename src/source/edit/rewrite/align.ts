import { longestIncreasing } from "./increasing.js";
import type { Origin } from "../../manifest/origin.js";
import type { WrittenValue } from "../layout.js";
import type { Rewriting } from "./rewriting.js";
import type { Writing } from "./writing.js";

/** A mapping or a list that is written anew. */
export type RewrittenCollection = Rewriting & { readonly type: "mapping" | "list" };

/** An entry or an item of a collection that is written anew. */
export interface RewrittenPart {
  readonly key: string | undefined;
  readonly value: Rewriting;
  /** The old entry or item that it takes the place and the comments of. */
  readonly was: WrittenValue | undefined;
}

/** What is written anew below a collection: the entries of a mapping with their keys, the items of a list without. */
export function collectionParts(writing: Writing, collection: RewrittenCollection): RewrittenPart[] {
  if (collection.type === "mapping")
    return collection.entries.map(({ key, value, was }) => ({ key, value, was: writing.old.placeOf(was) }));
  return collection.items.map((value) => ({ key: undefined, value, was: itemOf(writing, value) }));
}

/** An item that is an old one, or is made of one, takes its place. */
function itemOf(writing: Writing, value: Rewriting): WrittenValue | undefined {
  const at: Origin | undefined = value.type === "new" ? undefined : value.at;
  const place = typeof at?.step === "number" ? writing.old.placeOf(at) : undefined;
  return place?.key === undefined ? place : undefined;
}

/** Says which parts stay where they are among the old entries of their collection: all of them if none changes sides. */
export function partsInPlace<T extends { readonly index: number }>(
  parts: readonly RewrittenPart[],
  entryOf: (place: WrittenValue) => T | undefined,
): readonly (T | undefined)[] {
  const seen = new Set<T>();
  const entries = parts.map(({ was }) => {
    const entry = was === undefined ? undefined : entryOf(was);
    if (entry === undefined || seen.has(entry)) return undefined;
    seen.add(entry);
    return entry;
  });
  const found = entries.flatMap((entry, i) => (entry === undefined ? [] : [{ entry, i }]));
  const run = longestIncreasing(found.map(({ entry }) => entry.index));
  const stays = new Set(found.filter((_, i) => run.has(i)).map(({ i }) => i));
  return entries.map((entry, i) => (stays.has(i) ? entry : undefined));
}
