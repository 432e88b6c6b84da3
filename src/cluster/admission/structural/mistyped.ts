import { entries, items, type Node } from "../../../source/manifest/node.js";
import { fieldPath } from "../validation/field-error.js";
import { wrongType } from "./violations.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { Schema } from "./schema.js";

/** A value of a type that nothing takes there. */
export interface Mistyped {
  readonly at: Origin;
  readonly message: string;
}

/** True where a schema has all of a value, each part of it with its type: {@link mistyped} finds nothing then. */
export function isTyped(node: Node, schema: Schema): boolean {
  const { value } = node;
  if (value === undefined || value === null) return true;
  if (wrongType(value, schema) !== undefined) return false;
  const { properties, values, items: ofItems } = schema;
  const isOf = (below: Node, of: Schema | undefined): boolean => of !== undefined && isTyped(below, of);
  return (
    entries(node).every(([key, below]) => isOf(below, properties.get(key) ?? values)) &&
    items(node).every((item) => isOf(item, ofItems))
  );
}

/**
 * The first value whose type none of some schemas takes: whichever of them a server had, it has not stored that. What a schema doesn't have
 * is not held against it.
 */
export function mistyped(
  node: Node,
  schemas: readonly Schema[],
  root: Origin = node.origin,
): Mistyped | undefined {
  const { value } = node;
  if (value === undefined || value === null || schemas.length === 0) return undefined;
  const [first, ...others] = schemas;
  const wrong = first === undefined ? undefined : wrongType(value, first);
  if (wrong !== undefined && others.every((each) => wrongType(value, each) !== undefined)) {
    const message = `${fieldPath(root, node.origin)} must be of type ${wrong.expected}: "${wrong.actual}"`;
    return { at: node.origin, message };
  }
  for (const [key, below] of entries(node)) {
    const found = mistyped(
      below,
      schemas.flatMap(({ properties, values }) => properties.get(key) ?? values ?? []),
      root,
    );
    if (found !== undefined) return found;
  }
  const ofItems = schemas.flatMap((each) => each.items ?? []);
  for (const item of items(node)) {
    const found = mistyped(item, ofItems, root);
    if (found !== undefined) return found;
  }
  return undefined;
}
