import { child, rootOrigin, type Origin } from "../../source/manifest/origin.js";
import { field, items, textOf, type Node } from "../../source/manifest/node.js";
import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../source/manifest/value.js";
import { metadataError } from "./list-metadata.js";
import { namesPolicy } from "../kinds/registry.js";
import { shortened } from "./shortened.js";
import type { Document } from "../../source/manifest/document.js";
import type { ReadProblemCode } from "../../source/manifest/problem.js";

/** An object before its kind is known, with what it says of itself. */
export interface RawObject {
  readonly node: Node;
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  /** The kind of the list that it is an item of. */
  readonly listKind?: string;
}

/**
 * The objects of a document: itself, or its `items`. Whatever has `items` is a list to Kubernetes, be its kind `List`,
 * `NetworkPolicyList` or `ConfigMap`; an item that says neither its version nor its kind has those of the list (S-IN-1). An OpenShift
 * Template stands for its `objects`, which are applied once its parameters are replaced: those are placeholders.
 */
export function* expand(document: Document, value: Value): Generator<RawObject> {
  const whole = single(document, value);
  if (isTemplate(whole, value)) {
    for (const node of items({ value: value["objects"], origin: child(whole.node.origin, "objects") }))
      yield { node, ...headerOf(node) };
    return;
  }
  if (!isListOfObjects(value)) {
    yield whole;
    return;
  }
  const { apiVersion, kind } = whole;
  const inherited = { apiVersion, kind: ofItems(kind) };
  for (const item of items({ value: value["items"], origin: child(whole.node.origin, "items") })) {
    // kubectl decodes null into an object without fields, and then gives it the kind of the list.
    const node = item.value === null ? { ...item, value: emptyMapping() } : item;
    yield { ...rawObject(node, inherited), ...(kind === undefined ? {} : { listKind: kind }) };
  }
}

/** An object that is what it says, or what is said for it if it says neither its version nor its kind. */
export function rawObject(node: Node, inherited: Pick<RawObject, "apiVersion" | "kind">): RawObject {
  const said = headerOf(node);
  const isSilent = said.apiVersion === undefined && said.kind === undefined;
  return { node, ...(isSilent ? inherited : said) };
}

/** The objects of what a server has shown: only lists have items, for a stored object may have a field of that name. */
export function storedObjects(document: Document, value: Value): Iterable<RawObject> {
  const whole = single(document, value);
  return whole.kind?.endsWith("List") === true ? expand(document, value) : [whole];
}

/** A document as the one object that it is. */
function single(document: Document, value: Value): RawObject {
  const node = { value, origin: rootOrigin(document) };
  return { node, ...headerOf(node) };
}

/** Why kubectl refuses a list as a whole, and where. */
export interface ListProblem {
  readonly code: ReadProblemCode;
  readonly at: Origin;
  /** kubectl's words, where they say more than the code does. */
  readonly detail?: string;
}

/** What keeps kubectl from taking a document apart: it applies none of its items then. */
export function listProblem(document: Document, value: Value): ListProblem | undefined {
  const root = rootOrigin(document);
  if (isList(value)) return value.some(isPolicyLike) ? { code: "list-at-root", at: root } : undefined;
  if (!isListOfObjects(value)) return undefined;
  const list = value["items"];
  const at = child(root, "items");
  if (list !== null && !isList(list)) return { code: "items-no-list", at };
  if (headerOf({ value, origin: root }).kind === undefined) return { code: "list-without-kind", at };
  const version = value["apiVersion"];
  if (!mayBeVersion(version)) return { code: "list-of-no-version", at: child(root, "apiVersion") };
  for (const [i, item] of (list ?? []).entries()) {
    const code = itemProblem(item);
    if (code !== undefined) return { code, at: child(at, i) };
  }
  const error = metadataError({ value, origin: root });
  return error === undefined ? undefined : { code: "list-metadata", at: error.at, detail: error.message };
}

/** True for what would be a policy by itself; patches and what other programs read are lists too. */
function isPolicyLike(item: Value): boolean {
  if (!isMapping(item)) return false;
  const { apiVersion, kind } = item;
  return typeof apiVersion === "string" && typeof kind === "string" && namesPolicy(kind);
}

/** True for what Kubernetes takes for a group and a version, or for neither. */
function mayBeVersion(version: Value | undefined): boolean {
  if (version === undefined || version === null) return true;
  return typeof version === "string" && (version === "/" || version.split("/").length <= 2);
}

function itemProblem(item: Value): ReadProblemCode | undefined {
  if (isMapping(item)) return isList(item["items"]) ? "list-in-list" : undefined;
  return item === null ? undefined : "item-no-object";
}

/** True for what has `items`. */
export function isListOfObjects(value: Value): value is Mapping & { readonly items: Value } {
  return isMapping(value) && value["items"] !== undefined;
}

/** True for the kind of a Template of OpenShift; before it had a group, it was in `v1`. */
export function isTemplateKind(apiVersion: string | undefined, kind: string | undefined): boolean {
  const isVersion = apiVersion === "v1" || apiVersion?.startsWith("template.openshift.io/") === true;
  return kind === "Template" && isVersion;
}

function isTemplate(
  { apiVersion, kind }: RawObject,
  value: Value,
): value is Mapping & { readonly objects: Value } {
  return isTemplateKind(apiVersion, kind) && isMapping(value) && isList(value["objects"] ?? null);
}

/** The kind that the items of a list have; a `List` has items of every kind. */
function ofItems(kind: string | undefined): string | undefined {
  const name = kind?.replace(/List$/, "");
  return name === "" ? undefined : name;
}

function headerOf(node: Node): { apiVersion: string | undefined; kind: string | undefined } {
  return { apiVersion: shortText(node, "apiVersion"), kind: shortText(node, "kind") };
}

/** Empty is as good as not written. */
function shortText(node: Node, key: string): string | undefined {
  const text = textOf(field(node, key));
  return text === undefined || text === "" ? undefined : shortened(text);
}
