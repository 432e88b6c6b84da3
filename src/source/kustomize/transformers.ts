import { changedAt, isAbout, type FieldSpec } from "./field-specs.js";
import { field, textOf, type Node } from "../manifest/node.js";
import { firstIdOf, groupVersion, idOf, remembering, withMetadata, type Resource } from "./resource.js";
import { isClusterScoped } from "./cluster-scoped.js";
import { isMapping } from "../manifest/value.js";
import { PatchFault, type Count } from "./strategic-merge.js";
import { SharedWriting } from "./shared-values.js";
import { withField, withFields, writtenField } from "./parts.js";

/** Sets pairs of labels or annotations at all places that some specs name. @throws {PatchFault} where one is no mapping */
export function withPairs(
  { node, ...rest }: Resource,
  pairs: readonly (readonly [string, Node])[],
  specs: readonly FieldSpec[],
  count: Count,
): Resource {
  const [apiVersion, kind] = typeOf(node);
  const writing = new SharedWriting(rest.shared);
  const added = pairs.map(([key, value]) => [key, value, writing.shared(value)] as const);
  let result = node;
  for (const spec of specs) {
    if (!isAbout(spec, apiVersion, kind)) continue;
    result = changedAt(result, spec, (at) => {
      if (at.value !== null && !isMapping(at.value)) throw new PatchFault(spec.path);
      if (at.value === null && spec.create !== true) throw new PatchFault(spec.path);
      return withFields(
        at,
        added.flatMap(([key, value, shared]): [string, Node][] => {
          const before = writtenField(at, key);
          if (before === undefined) return [[key, shared]];
          return before.origin === shared.origin || writing.takes(before, value) ? [] : [[key, value]];
        }),
      );
    });
  }
  return { ...rest, ...writing.finished(result, count) };
}

/** What knows kinds that kustomize does not. */
export interface Scopes {
  /** True for kinds of CRDs that have no namespaces: kustomize gives them one, and a server drops it. */
  readonly isClusterScoped: (apiVersion: string, kind: string) => boolean;
}

/**
 * Sets the namespace: in metadata, as the name of a Namespace, and where other objects name it.
 * @param further where it is written besides
 */
export function withNamespace(
  resource: Resource,
  namespace: Node,
  further: readonly FieldSpec[] = [],
): Resource {
  const remembered = remembering(resource);
  const { node } = remembered;
  const [apiVersion, kind] = typeOf(node);
  const { group } = groupVersion(apiVersion);
  if (kind === "Namespace" && apiVersion === "v1")
    return { ...remembered, node: withMetadata(node, "name", namespace) };
  if (isClusterScoped({ group, kind })) {
    const path = NAMESPACE_FIELDS.get(`${group} ${kind}`);
    const named =
      path === undefined ? node : changedAt(node, path, (at) => withField(at, "namespace", namespace));
    return {
      ...remembered,
      node: further
        .filter((spec) => isAbout(spec, apiVersion, kind))
        .reduce((at, spec) => changedAt(at, spec, () => namespace), named),
    };
  }
  return { ...remembered, node: withMetadata(node, "namespace", namespace) };
}

/** An object without the namespace that kustomizations gave it, where its kind has none. Until then, patches find it by that. */
export function inItsScope(resource: Resource, scopes: Scopes): Node {
  const { node } = resource;
  const written = firstIdOf(resource).namespace;
  if (!scopes.isClusterScoped(...typeOf(node)) || written === idOf(node).namespace) return node;
  const now = field(field(node, "metadata"), "namespace");
  const isWritten = written !== "" && now !== undefined;
  return withMetadata(node, "namespace", isWritten ? { value: written, origin: now.origin } : undefined);
}

const NAMESPACE_FIELDS: ReadonlyMap<string, FieldSpec> = new Map([
  ["apiregistration.k8s.io APIService", { path: "spec/service", create: true }],
  ["apiextensions.k8s.io CustomResourceDefinition", { path: "spec/conversion/webhook/clientConfig/service" }],
]);

/** Puts a text in front of a name, or behind it. Namespaces, CRDs and APIServices keep theirs. */
export function withAffix(resource: Resource, affix: Node, side: "prefix" | "suffix"): Resource {
  const { group, kind } = firstIdOf(resource);
  const keeps =
    kind === "Namespace" ||
    kind === "CustomResourceDefinition" ||
    (kind === "APIService" && group === "apiregistration.k8s.io");
  if (keeps) return resource;
  const text = textOf(affix) ?? "";
  const { node, prefixes, suffixes, ...rest } = remembering(resource);
  const name = field(field(node, "metadata"), "name");
  const written = textOf(name);
  if (name === undefined || written === undefined) return resource;
  const value = side === "prefix" ? text + written : written + text;
  return {
    ...rest,
    prefixes: side === "prefix" ? [...prefixes, text] : prefixes,
    suffixes: side === "suffix" ? [...suffixes, text] : suffixes,
    node: withMetadata(node, "name", { value, origin: name.origin }),
  };
}

/** The `apiVersion` and `kind` that an object says. */
export function typeOf(node: Node): readonly [apiVersion: string, kind: string] {
  return [textOf(field(node, "apiVersion")) ?? "", textOf(field(node, "kind")) ?? ""];
}
