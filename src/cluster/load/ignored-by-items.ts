import { child, rootOrigin } from "../../source/manifest/origin.js";
import { classify } from "../kinds/registry.js";
import { isListOfObjects, type ListProblem } from "./expand.js";
import { field, textOf } from "../../source/manifest/node.js";
import type { Document } from "../../source/manifest/document.js";
import type { Value } from "../../source/manifest/value.js";

/**
 * What is meant as one object, of a kind that counts here, and is a list to kubectl, for it has `items`: kubectl sends
 * these, and silently drops the object.
 */
export function ignoredByItems(document: Document, value: Value): ListProblem | undefined {
  if (!isListOfObjects(value)) return undefined;
  const node = { value, origin: rootOrigin(document) };
  const apiVersion = textOf(field(node, "apiVersion")) ?? "";
  const kind = textOf(field(node, "kind")) ?? "";
  const known = classify(apiVersion, kind);
  const { type } = known;
  if (known.type === "known" && known.reader.isBeside === true) return undefined;
  if (type === "other" || type === "maker" || type === "list" || kind.endsWith("List")) return undefined;
  return { code: "object-with-items", at: child(node.origin, "items") };
}
