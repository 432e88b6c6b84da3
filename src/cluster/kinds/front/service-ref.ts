import { field, numberOf, textOf, type Node } from "../../../source/manifest/node.js";
import type { ServiceRef } from "../../model/fronts.js";

/** A port by its number or its name; undefined where neither is written. */
export function portReference(node: Node | undefined): number | string | undefined {
  return numberOf(node) ?? textOf(node);
}

/**
 * A Service with a port; nothing where no Service is named.
 * @param name where the Service is named
 * @param namespace that of the object, where the reference cannot name another one
 */
export function serviceRef(
  name: Node | undefined,
  namespace: string,
  port: number | string | undefined,
): ServiceRef[] {
  const text = textOf(name);
  return name === undefined || text === undefined || text === ""
    ? []
    : [{ namespace, name: text, port, origin: name.origin }];
}

/** The namespace that a reference names, or else that of the object in which it stands. */
export function namespaceIn(reference: Node, own: string | undefined): string {
  return textOf(field(reference, "namespace")) ?? own ?? "default";
}
