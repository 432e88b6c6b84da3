import { field, textOf, type Node } from "../manifest/node.js";
import { oncePer } from "../../base/collections/once-per.js";
import { isClusterScoped } from "./cluster-scoped.js";
import { child } from "../manifest/origin.js";
import { emptyMapping } from "../manifest/value.js";
import { withField, withoutField } from "./parts.js";
import type { SharedValues } from "./shared-values.js";

/** What kustomize tells objects apart by. */
export interface ResourceId {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  /** As it is written; empty where it is not. */
  readonly namespace: string;
}

/** An object on its way through kustomizations. */
export interface Resource {
  readonly node: Node;
  /** What it was called before, the first name first. */
  readonly before: readonly ResourceId[];
  /** Prefixes and suffixes that its name was given, in their order. */
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
  readonly shared: SharedValues;
}

/** The group and version of an `apiVersion`. */
export function groupVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf("/");
  return slash === -1
    ? { group: "", version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** What an object is called now; each patch asks it of each object. */
export const idOf = oncePer((node: Node): ResourceId => {
  const metadata = field(node, "metadata");
  return {
    ...groupVersion(textOf(field(node, "apiVersion")) ?? ""),
    kind: textOf(field(node, "kind")) ?? "",
    name: textOf(field(metadata, "name")) ?? "",
    namespace: textOf(field(metadata, "namespace")) ?? "",
  };
});

/** What an object was called first. */
export function firstIdOf({ before, node }: Resource): ResourceId {
  return before[0] ?? idOf(node);
}

/** All that an object was and is called. */
export function idsOf({ before, node }: Resource): readonly ResourceId[] {
  return [...before, idOf(node)];
}

/** The namespace that counts: a kind without namespaces is in none, and nothing written means `default`. */
export function effectiveNamespace(id: ResourceId): string {
  if (isClusterScoped(id)) return "_non_namespaceable_";
  return id.namespace === "" ? "default" : id.namespace;
}

/** The same for two objects that kustomize takes for one. */
export function idKey(id: ResourceId): string {
  return JSON.stringify([id.group, id.version, id.kind, id.name, effectiveNamespace(id)]);
}

/** For messages: `Deployment shop/web`. */
export function idText({ kind, namespace, name }: ResourceId): string {
  return `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
}

/** An object that remembers what it is called, before that changes. */
export function remembering(resource: Resource): Resource {
  return { ...resource, before: idsOf(resource) };
}

/** An object with another value in its metadata; without one where there is none. */
export function withMetadata(node: Node, key: string, value: Node | undefined): Node {
  const metadata = field(node, "metadata") ?? {
    value: emptyMapping(),
    origin: child(node.origin, "metadata"),
  };
  if (value === undefined) return withField(node, "metadata", withoutField(metadata, key));
  return withField(node, "metadata", withField(metadata, key, value));
}
