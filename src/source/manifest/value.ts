/**
 * What a manifest holds once it is read: JSON, with null-prototype mappings (a label may be called
 * `__proto__`) and with whole numbers beyond 2^53 as bigints, as the API server keeps them.
 */
export type Value = null | boolean | number | bigint | string | readonly Value[] | Mapping;

/** A mapping without a prototype: every key that it has is one that the author wrote. */
export interface Mapping {
  readonly [key: string]: Value;
}

/** A mapping that is still being filled. */
export type MutableMapping = Record<string, Value>;

/** Inherits nothing, yet is a constructor: what it makes is smaller and faster than what `Object.create(null)` makes. */
const Nothing = function () {} as unknown as new () => MutableMapping;
Nothing.prototype = Object.freeze(Object.create(null));

/** Returns a new, empty mapping that inherits nothing. */
export function emptyMapping(): MutableMapping {
  return new Nothing();
}

/** True for a mapping, false for null, lists and scalars. */
export function isMapping(value: Value | undefined): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** The JSON name of a value's type, as Go's JSON decoder words it in its errors. */
export function jsonType(value: Value): "null" | "bool" | "number" | "string" | "array" | "object" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "string":
      return "string";
    case "object":
      return "object";
    default:
      return "number";
  }
}

/** What says what an object is comes first. */
const FIRST_KEYS: readonly string[] = ["apiVersion", "kind"];

/** The keys of a mapping in the one order in which what has no order of its own is written. */
export function sortedKeys(mapping: Mapping): string[] {
  return Object.keys(mapping).toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : a > b ? 1 : 0));
}

function rankOf(key: string): number {
  const rank = FIRST_KEYS.indexOf(key);
  return rank === -1 ? FIRST_KEYS.length : rank;
}
