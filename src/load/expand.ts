import { child, rootOrigin } from "../manifest/origin.js";
import { field, items, textOf, type Node } from "../kinds/node.js";
import { shortened } from "./shortened.js";
import type { Document } from "../manifest/document.js";
import type { Value } from "../manifest/value.js";

/** An object before its kind is known, with what it says of itself. */
export interface RawObject {
  readonly node: Node;
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
}

/**
 * The objects of a document: itself, or the items of a `List` or typed list, which inherit what they do not write
 * (S-IN-1). Lists in lists are expanded too.
 */
export function* expand(document: Document, value: Value): Generator<RawObject> {
  yield* expandNode({ value, origin: rootOrigin(document) }, undefined, undefined);
}

function shortText(node: Node, key: string): string | undefined {
  const text = textOf(field(node, key));
  return text === undefined ? undefined : shortened(text);
}

function* expandNode(
  node: Node,
  inheritedVersion: string | undefined,
  inheritedKind: string | undefined,
): Generator<RawObject> {
  const apiVersion = shortText(node, "apiVersion") ?? inheritedVersion;
  const kind = shortText(node, "kind") ?? inheritedKind;
  const list = field(node, "items");
  if (kind === undefined || !kind.endsWith("List") || list === undefined || !Array.isArray(list.value)) {
    yield { node, apiVersion, kind };
    return;
  }
  const isTyped = kind !== "List";
  for (const item of items({ value: list.value, origin: child(node.origin, "items") })) {
    yield* expandNode(
      item,
      isTyped ? apiVersion : undefined,
      isTyped ? kind.slice(0, -"List".length) : undefined,
    );
  }
}
