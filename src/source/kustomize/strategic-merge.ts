import { entries, items, type Node } from "../manifest/node.js";
import { isList, isMapping, type Value } from "../manifest/value.js";
import { listMergeAt, mergesLists } from "./merge-keys.js";
import { listOfParts, widthOf, withField, withoutField, writtenField } from "./parts.js";
import { textAt } from "../manifest/locate.js";
import type { PathStep } from "../manifest/origin.js";
import type { SharedWriting } from "./shared-values.js";

/** Thrown where a patch cannot be applied, or what it does is not done here. */
export class PatchFault extends Error {}

/** Told how much is done; ends it where that is too much. */
export type Count = (steps: number) => void;

/** What a strategic merge patch is applied to. */
interface Merging {
  readonly apiVersion: string;
  readonly kind: string;
  readonly count: Count;
  readonly writing: SharedWriting;
}

/**
 * Merges a strategic merge patch into an object, as kustomize does: mappings key by key, lists as the schema of the kind
 * says, `null` and `$patch: delete` take away. What the patch sets is where the patch writes it.
 * @returns undefined where the patch deletes the object
 * @throws {PatchFault} where kustomize refuses it, and for directives that are not read here
 */
export function strategicMerge(node: Node, patch: Node, merging: Merging): Node | undefined {
  if (mergesLists(merging.apiVersion, merging.kind)) failForAlike(node, [], merging);
  const result = merged(node, patch, [], merging);
  return result === undefined ? undefined : withoutSilentNulls(result, merging.count);
}

/** A mapping without keys that nothing is written behind: merging drops them, and keeps `null` and `~`. Lists are not entered. */
function withoutSilentNulls(node: Node, count: Count): Node {
  let result = node;
  for (const [key, inner] of entries(node)) {
    count(1);
    if (inner.value === null) count(widthOf(result));
    if (inner.value === null && textAt(inner.origin, 1) === "") result = withoutField(result, key);
    else if (isMapping(inner.value)) {
      const after = withoutSilentNulls(inner, count);
      if (after !== inner) result = withField(result, key, after);
    }
  }
  return result;
}

/** Both are written; undefined where nothing is left. */
function merged(
  node: Node | undefined,
  patch: Node,
  path: readonly PathStep[],
  merging: Merging,
): Node | undefined {
  merging.count(1);
  if (patch.value === null) return undefined;
  const before = node?.value ?? null;
  if (isMapping(patch.value)) {
    if (before !== null && !isMapping(before)) throw new PatchFault(where(path));
    return mergedMapping(before === null ? undefined : node, patch, path, merging);
  }
  if (isList(patch.value)) {
    if (before !== null && !isList(before)) throw new PatchFault(where(path));
    return mergedList(before === null ? undefined : node, patch, path, merging);
  }
  if (isMapping(before) || isList(before)) throw new PatchFault(where(path));
  if (node === undefined) return patch;
  const now = inItsQuotes(node, patch);
  return merging.writing.takes(node, now) ? node : now;
}

/** What is written over a text in quotes stays in them: a number becomes a text. */
function inItsQuotes(node: Node, patch: Node): Node {
  const { value } = patch;
  const isOther = typeof node.value === "string" && (typeof value === "number" || typeof value === "boolean");
  return isOther && /^["']/.test(textAt(node.origin, 1)) ? { ...patch, value: String(value) } : patch;
}

function mergedMapping(
  node: Node | undefined,
  patch: Node,
  path: readonly PathStep[],
  merging: Merging,
): Node | undefined {
  const directive = writtenField(patch, "$patch");
  const rest = withoutField(patch, "$patch");
  for (const key of Object.keys(rest.value as object)) if (key.startsWith("$")) throw new PatchFault(key);
  if (directive !== undefined && !DIRECTIVES.has(directive.value)) throw new PatchFault("$patch");
  if (directive?.value === "delete") return undefined;
  const replaces = directive?.value === "replace";
  // Of a whole object, and of an item of a list, kustomize merges nothing then.
  if (replaces && node !== undefined && typeof (path.at(-1) ?? 0) === "number") return node;
  const before = replaces ? undefined : node;
  // What was not there is what the patch says, without what it takes away.
  let result = before ?? rest;
  // Of several that are written over one shared value, the last one counts, in kustomize's order.
  for (const [key, part] of entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const inner = before === undefined ? undefined : writtenField(before, key);
    const after = merged(inner, part, [...path, key], merging);
    merging.count(widthOf(result));
    result = after === undefined ? withoutField(result, key) : withField(result, key, after);
  }
  return result;
}

const DIRECTIVES: ReadonlySet<Value> = new Set(["delete", "replace", "merge"]);

function mergedList(
  node: Node | undefined,
  patch: Node,
  path: readonly PathStep[],
  merging: Merging,
): Node | undefined {
  const how = listMergeAt(merging.apiVersion, merging.kind, path);
  if (how === "replace") return patch;
  const all = items(patch);
  const isDirective = ({ value }: Node): boolean =>
    isMapping(value) && value["$patch"] !== undefined && Object.keys(value).length === 1;
  const directive = all.find(isDirective);
  const patches = all.filter((each) => !isDirective(each));
  if (directive !== undefined) {
    // Where no list is there, kustomize writes the directive itself.
    if (node === undefined) throw new PatchFault("$patch");
    const said = writtenField(directive, "$patch")?.value;
    if (said === "delete") return undefined;
    if (said === "replace") return listOfParts(patch.origin, patches);
    if (said !== "merge") throw new PatchFault("$patch");
  }
  const before = node === undefined ? [] : items(node);
  const origin = (node ?? patch).origin;
  if (how === "values") {
    const known = new Set(patches.map(({ value }) => value));
    return listOfParts(origin, [...patches, ...before.filter(({ value }) => !known.has(value))]);
  }
  const keyed = byKeys(how.keys, before, patches, path);
  const result: Node[] = [];
  // What the patch names comes first, in the patch's order.
  for (const [key, item] of keyed.patches) {
    const after = merged(keyed.before.get(key), item, [...path, 0], merging);
    if (after !== undefined && !isEmpty(after.value)) result.push(after);
  }
  for (const [key, item] of keyed.before) if (!keyed.patches.has(key)) result.push(item);
  return result.length === 0 ? undefined : listOfParts(origin, result);
}

/**
 * Kustomize goes through all lists of an object that it knows keys of, be they in the patch or not, and makes one of items that it
 * cannot tell apart: of a port without a protocol and another one of the same number, too.
 * @throws {PatchFault} where there are such items
 */
function failForAlike(node: Node, path: readonly PathStep[], merging: Merging): void {
  merging.count(1);
  for (const [key, inner] of entries(node)) failForAlike(inner, [...path, key], merging);
  if (!isList(node.value)) return;
  const how = listMergeAt(merging.apiVersion, merging.kind, path);
  if (typeof how === "string") return;
  const known = new Map<string, Set<string>>();
  for (const item of items(node)) {
    const values = how.keys.map((key) => plainText(writtenField(item, key)?.value));
    const [first = ""] = values;
    const whole = values.includes("") ? "" : JSON.stringify(values);
    const alike = known.get(first) ?? new Set<string>();
    const isAlike = alike.size > 0 && (whole === "" || alike.has("") || alike.has(whole));
    if (first === "" || isAlike) throw new PatchFault(where(path));
    known.set(first, alike.add(whole));
    failForAlike(item, [...path, 0], merging);
  }
}

function plainText(value: Value | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/**
 * The items of both lists by what they are told apart by.
 * @throws {PatchFault} where that is not the same for all of them: kustomize has rules of its own then
 */
function byKeys(
  keys: readonly string[],
  before: readonly Node[],
  patches: readonly Node[],
  path: readonly PathStep[],
): { readonly before: ReadonlyMap<string, Node>; readonly patches: ReadonlyMap<string, Node> } {
  const all = [...before, ...patches];
  const used = keys.filter((key) => all.some(({ value }) => isMapping(value) && value[key] !== undefined));
  const map = (list: readonly Node[]): Map<string, Node> => {
    const found = new Map<string, Node>();
    for (const node of list) {
      const { value } = node;
      if (!isMapping(value) || used.length === 0) throw new PatchFault(where(path));
      const values = used.map((key) => value[key]);
      const isPlain = values.every((each) => typeof each === "string" || typeof each === "number");
      const key = JSON.stringify(values);
      if (!isPlain || found.has(key)) throw new PatchFault(where(path));
      found.set(key, node);
    }
    return found;
  };
  return { before: map(before), patches: map(patches) };
}

function isEmpty(value: Value): boolean {
  return isMapping(value) && Object.keys(value).length === 0;
}

function where(path: readonly PathStep[]): string {
  return path.length === 0 ? "the patch" : path.filter((step) => typeof step === "string").join(".");
}
