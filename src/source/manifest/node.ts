import { child, type Origin } from "./origin.js";
import { isList, isMapping, type Value } from "./value.js";

/** A value with the place where it was written. */
export interface Node {
  readonly value: Value;
  readonly origin: Origin;
}

/** A field of a mapping; undefined where it is missing or null, or the node is no mapping. */
export function field(node: Node | undefined, key: string): Node | undefined {
  if (node === undefined || !isMapping(node.value)) return undefined;
  const value = node.value[key];
  return value === undefined || value === null ? undefined : { value, origin: child(node.origin, key) };
}

/** A field some levels down. */
export function fieldAt(node: Node | undefined, ...keys: readonly string[]): Node | undefined {
  return keys.reduce(field, node);
}

/** The items of a list, null ones included; none where the node is no list. */
export function items(node: Node | undefined): Node[] {
  if (node === undefined || !isList(node.value)) return [];
  return node.value.map((value, i) => ({ value, origin: child(node.origin, i) }));
}

/** The entries of a mapping; none where the node is no mapping. */
export function entries(node: Node | undefined): [string, Node][] {
  if (node === undefined || !isMapping(node.value)) return [];
  const { value, origin } = node;
  return Object.keys(value).map((key) => [key, { value: value[key] as Value, origin: child(origin, key) }]);
}

/** The text that a node holds; undefined for another type, and where there is no node. */
export function textOf(node: Node | undefined): string | undefined {
  return typeof node?.value === "string" ? node.value : undefined;
}

/** The number that a node holds; undefined for another type, a text of digits included. */
export function numberOf(node: Node | undefined): number | undefined {
  return typeof node?.value === "number" ? node.value : undefined;
}

/** True for the boolean alone: `"true"` and 1 are other values to Kubernetes. */
export function isTrue(node: Node | undefined): boolean {
  return node?.value === true;
}

/** The value of a field, for where nobody asks for its place; undefined as in {@link field}. */
export function valueIn(value: Value | undefined, key: string): Value | undefined {
  return isMapping(value) ? (value[key] ?? undefined) : undefined;
}

/** The items of a list, without places; none where the value is no list. */
export function listIn(value: Value | undefined, key: string): readonly Value[] {
  const list = valueIn(value, key);
  return isList(list) ? list : [];
}

/** The text of a field; undefined for another type. */
export function textValueIn(value: Value | undefined, key: string): string | undefined {
  const text = valueIn(value, key);
  return typeof text === "string" ? text : undefined;
}
