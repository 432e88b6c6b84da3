import { field, items, textOf, type Node } from "../manifest/node.js";
import { isList, isMapping, type Value } from "../manifest/value.js";
import { listOfParts, widthOf, withField, withoutField, writtenField } from "./parts.js";
import { PatchFault, type Count } from "./strategic-merge.js";

/**
 * Applies a JSON patch (RFC 6902) to an object, as kustomize's library does: an index below zero counts from the end, a field that
 * is replaced need not be there, and one that is copied and not there is null. What it sets is where the patch writes it.
 * @throws {PatchFault} where a step cannot be made, or a test fails: nothing is applied then
 */
export function jsonPatched(node: Node, patch: Node, count: Count): Node {
  if (!isList(patch.value)) throw new PatchFault("the patch is no list");
  return items(patch).reduce((before, step) => {
    count(1);
    return applied(before, step, count);
  }, node);
}

function applied(node: Node, step: Node, count: Count): Node {
  const op = textOf(field(step, "op"));
  const path = pointerSteps(field(step, "path"));
  const value = writtenField(step, "value");
  switch (op) {
    case "add":
      return added(node, path, required(value), count);
    case "remove":
      return changedBelow(node, path, removed, count);
    case "replace":
      return changedBelow(node, path, (parent, key) => replaced(parent, key, required(value)), count);
    case "test": {
      const found = valueAt(node, path);
      const isSame = sameValue(found?.value ?? null, value?.value ?? null, count);
      if (!isSame) throw new PatchFault(`the test of ${shown(path)} fails`);
      return node;
    }
    case "copy":
    case "move": {
      const from = pointerSteps(field(step, "from"));
      const found = valueAt(node, from) ?? (op === "copy" ? missingField(node, from, step) : undefined);
      if (found === undefined) throw new PatchFault(`nothing is at ${shown(from)}`);
      const rest = op === "copy" ? node : changedBelow(node, from, removed, count);
      return added(rest, path, found, count);
    }
    default:
      throw new PatchFault(`no such step: ${op ?? "op is missing"}`);
  }
}

/** The steps of a JSON pointer; the root itself is never changed. */
function pointerSteps(node: Node | undefined): readonly string[] {
  const text = textOf(node);
  if (text === undefined || !text.startsWith("/")) throw new PatchFault(`no path in it: ${text ?? ""}`);
  return text
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function shown(path: readonly string[]): string {
  return `/${path.join("/")}`;
}

function required(value: Node | undefined): Node {
  if (value === undefined) throw new PatchFault("value is missing");
  return value;
}

type PartChange = (parent: Node, key: string) => Node;

/** Changes what holds the last step of a path. */
function changedBelow(node: Node, path: readonly string[], change: PartChange, count: Count): Node {
  count(widthOf(node));
  const [step = "", ...rest] = path;
  if (rest.length === 0) return change(node, step);
  const inner = partOf(node, step);
  if (inner === undefined) throw new PatchFault(`nothing is at ${step}`);
  return withPartAt(node, step, changedBelow(inner, rest, change, count));
}

function added(node: Node, path: readonly string[], value: Node, count: Count): Node {
  const add: PartChange = (parent, key) => {
    if (isMapping(parent.value)) return withField(parent, key, value);
    if (!isList(parent.value)) throw new PatchFault(`${key} is in no mapping or list`);
    const list = items(parent);
    const at = key === "-" ? list.length : indexOf(key, list.length + 1);
    return listOfParts(parent.origin, [...list.slice(0, at), value, ...list.slice(at)]);
  };
  return changedBelow(node, path, add, count);
}

function removed(parent: Node, key: string): Node {
  if (partOf(parent, key) === undefined) throw new PatchFault(`nothing is at ${key}`);
  if (isMapping(parent.value)) return withoutField(parent, key);
  const list = items(parent);
  const at = indexOf(key, list.length);
  return listOfParts(
    parent.origin,
    list.filter((_, i) => i !== at),
  );
}

function replaced(parent: Node, key: string, value: Node): Node {
  if (!isMapping(parent.value) && partOf(parent, key) === undefined)
    throw new PatchFault(`nothing is at ${key}`);
  return withPartAt(parent, key, value);
}

function withPartAt(parent: Node, key: string, value: Node): Node {
  if (isMapping(parent.value)) return withField(parent, key, value);
  const list = items(parent);
  const at = indexOf(key, list.length);
  return listOfParts(
    parent.origin,
    list.map((item, i) => (i === at ? value : item)),
  );
}

/** What a step leads to; undefined where nothing is there. */
function partOf(parent: Node, key: string): Node | undefined {
  if (isMapping(parent.value)) return writtenField(parent, key);
  if (!isList(parent.value)) return undefined;
  const list = items(parent);
  return list[indexOf(key, list.length)];
}

function valueAt(node: Node, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((at, step) => (at === undefined ? undefined : partOf(at, step)), node);
}

/** What is copied of a field that a mapping lacks; undefined where there is no such mapping. */
function missingField(node: Node, path: readonly string[], step: Node): Node | undefined {
  const origin = field(step, "from")?.origin;
  const parent = valueAt(node, path.slice(0, -1));
  return origin === undefined || !isMapping(parent?.value ?? null) ? undefined : { value: null, origin };
}

/** @throws {PatchFault} for what is no index of a list */
function indexOf(key: string, length: number): number {
  if (!/^-?\d{1,9}$/.test(key)) throw new PatchFault(`no index of a list: ${key}`);
  const index = Number(key) < 0 ? length + Number(key) : Number(key);
  if (index < 0 || index >= length) throw new PatchFault(`no item ${key} in the list`);
  return index;
}

function sameValue(a: Value, b: Value, count: Count): boolean {
  count(1);
  if (isList(a) && isList(b))
    return a.length === b.length && a.every((item, i) => sameValue(item, b[i] ?? null, count));
  if (!isMapping(a) || !isMapping(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => b[key] !== undefined && sameValue(a[key] as Value, b[key], count))
  );
}
