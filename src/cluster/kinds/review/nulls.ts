import { child, keyOf, type Origin } from "../../../source/manifest/origin.js";
import { isList, isMapping } from "../../../source/manifest/value.js";
import type { Node } from "../../../source/manifest/node.js";

/** The key of a field that is written without a value; undefined where it is missing or has one. */
export function nullField(node: Node | undefined, key: string): Origin | undefined {
  return node !== undefined && isMapping(node.value) && node.value[key] === null
    ? keyOf(child(node.origin, key))
    : undefined;
}

/** A list that is written and has nothing in it. */
export interface EmptyList {
  readonly at: Origin;
  /** `[]`, or no value at all. */
  readonly written: "empty" | "null";
}

/** A field that takes a list and is written without an item. */
export function emptyList(node: Node, key: string): EmptyList | undefined {
  const value = isMapping(node.value) ? node.value[key] : undefined;
  if (value === null) return { at: keyOf(child(node.origin, key)), written: "null" };
  if (isList(value) && value.length === 0) return { at: keyOf(child(node.origin, key)), written: "empty" };
  return undefined;
}
