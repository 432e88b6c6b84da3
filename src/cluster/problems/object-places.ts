import { child, type Origin } from "../../source/manifest/origin.js";

/** Something that was written as an object of its own. */
interface WrittenObject {
  readonly origin: Origin;
}

/** Where what is told of an object as a whole is shown: at its name. */
export function nameOrigin({ origin }: WrittenObject): Origin {
  return child(origin, "metadata", "name");
}

/** Where an object names its namespace, or would. */
export function namespaceOrigin({ origin }: WrittenObject): Origin {
  return child(origin, "metadata", "namespace");
}

/** By file and document: which of some objects is shown first does not depend on the order of the files. */
export function byPlace(
  { origin: { document: a } }: WrittenObject,
  { origin: { document: b } }: WrittenObject,
): number {
  if (a.file.name !== b.file.name) return a.file.name < b.file.name ? -1 : 1;
  return a.index - b.index;
}

/** Where an object says what it is. */
export function kindOrigin({ origin }: WrittenObject): Origin {
  return child(origin, "kind");
}

/** Where a policy of an ordered tier names its priority: all kinds that have one write it there. */
export function priorityOrigin({ origin }: WrittenObject): Origin {
  return child(origin, "spec", "priority");
}

/** Where a rule is shown: at its name, its action, or as a whole. */
export function ruleOrigin({
  name,
  origin,
  actionOrigin,
}: WrittenObject & { readonly name: string | undefined; readonly actionOrigin: Origin | undefined }): Origin {
  return name === undefined ? (actionOrigin ?? origin) : child(origin, "name");
}

/** Where a peer of a NetworkPolicy names namespaces, or would. @param peer its own place */
export function peerNamespaceOrigin(peer: Origin): Origin {
  return child(peer, "namespaceSelector");
}

/** The key of an expression of a selector. @param expression its own place */
export function expressionKeyOrigin(expression: Origin): Origin {
  return child(expression, "key");
}
