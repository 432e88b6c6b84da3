import { child, type Origin, type PathStep } from "../manifest/origin.js";
import { emptyMapping, isList, isMapping, type Value } from "../manifest/value.js";
import { entries, items, type Node } from "../manifest/node.js";

/** A mapping with a value under a key, at its old place or behind the others. */
export function withField(node: Node, key: string, { value, origin }: Node): Node {
  const copy = emptyMapping();
  if (isMapping(node.value))
    for (const each of Object.keys(node.value)) copy[each] = node.value[each] as Value;
  copy[key] = value;
  return { value: copy, origin: withPart(node.origin, key, origin) };
}

/** A mapping with values under some keys. */
export function withFields(node: Node, fields: readonly (readonly [string, Node])[]): Node {
  const copy = emptyMapping();
  if (isMapping(node.value))
    for (const each of Object.keys(node.value)) copy[each] = node.value[each] as Value;
  const parts = new Map(node.origin.parts ?? []);
  for (const [key, { value, origin }] of fields) {
    copy[key] = value;
    parts.set(key, origin);
  }
  return { value: copy, origin: { ...node.origin, parts } };
}

/** How many parts a collection has: what changing one of them costs. */
export function widthOf({ value }: Node): number {
  if (isList(value)) return value.length + 1;
  return isMapping(value) ? Object.keys(value).length + 1 : 1;
}

/** A mapping without a key. */
export function withoutField(node: Node, key: string): Node {
  if (!isMapping(node.value) || node.value[key] === undefined) return node;
  const copy = emptyMapping();
  for (const each of Object.keys(node.value)) if (each !== key) copy[each] = node.value[each] as Value;
  return { value: copy, origin: node.origin };
}

/** A list of values that are written in different places. @param origin where the list is */
export function listOfParts(origin: Origin, items: readonly Node[]): Node {
  const parts = new Map<PathStep, Origin>(items.map((item, i) => [i, item.origin]));
  return { value: items.map(({ value }) => value), origin: { ...origin, parts } };
}

/** A field of a mapping, null too; undefined where it is not written. */
export function writtenField({ value, origin }: Node, key: string): Node | undefined {
  if (!isMapping(value)) return undefined;
  const inner = value[key];
  return inner === undefined ? undefined : { value: inner, origin: child(origin, key) };
}

function withPart(origin: Origin, step: PathStep, part: Origin): Origin {
  return { ...origin, parts: new Map(origin.parts ?? []).set(step, part) };
}

/** A collection with each of its parts changed; the same where none changes, and what is no collection as it is. */
export function withParts(node: Node, change: (part: Node) => Node): Node {
  if (isList(node.value)) {
    const before = items(node);
    const after = before.map((item) => change(item));
    return after.every((item, i) => item === before[i]) ? node : listOfParts(node.origin, after);
  }
  const changed = entries(node).flatMap(([key, before]): [string, Node][] => {
    const after = change(before);
    return after === before ? [] : [[key, after]];
  });
  return changed.length === 0 ? node : withFields(node, changed);
}
