import { child, rootOrigin, type Origin } from "../../source/manifest/origin.js";
import { field, fieldAt, textOf } from "../../source/manifest/node.js";
import { isListOfObjects, type RawObject } from "./expand.js";
import type { Value } from "../../source/manifest/value.js";
import { classify, namesPolicy } from "../kinds/registry.js";
import type { Document } from "../../source/manifest/document.js";

/** What a list lacks. */
export interface MissingItems {
  readonly at: Origin;
  readonly mayBePolicies: boolean;
}

/**
 * Where a server says that a list is one page of several: it has a token for the next page, or counts the items that it left
 * out. Whoever saved the answer to a request with a `limit` has that.
 */
export function missingItems(document: Document, value: Value): MissingItems | undefined {
  if (!isListOfObjects(value)) return undefined;
  const root = { value, origin: rootOrigin(document) };
  const next = fieldAt(root, "metadata", "continue");
  const left = fieldAt(root, "metadata", "remainingItemCount");
  const at =
    next !== undefined && (textOf(next) ?? "") !== ""
      ? next.origin
      : typeof left?.value === "number" && left.value > 0
        ? left.origin
        : undefined;
  if (at === undefined) return undefined;
  const [apiVersion, kind] = [textOf(field(root, "apiVersion")) ?? "", textOf(field(root, "kind")) ?? ""];
  if (/.List$/.test(kind) && isNeverRead(apiVersion, kind.slice(0, -"List".length))) return undefined;
  return { at, mayBePolicies: !/.List$/.test(kind) || namesPolicy(kind) };
}

/** True for kinds that say nothing about traffic: how many of them there are doesn't matter. */
function isNeverRead(apiVersion: string, kind: string): boolean {
  return !apiVersion.startsWith("meta.k8s.io/") && classify(apiVersion, kind).type === "other";
}

/** What a server answers instead of objects. */
export interface InsteadOfObjects {
  readonly reason: "server-error" | "server-metadata";
  readonly detail: string;
  readonly at: Origin;
}

/**
 * A server's error, or what it shows of objects without their specs (`Table`, `PartialObjectMetadata`): behind each may be
 * a policy.
 */
export function insteadOfObject({ apiVersion, kind, node }: RawObject): InsteadOfObjects | undefined {
  if (apiVersion === "v1" && kind === "Status") {
    const message = field(node, "message");
    return { reason: "server-error", detail: textOf(message) ?? "", at: (message ?? node).origin };
  }
  if (apiVersion?.startsWith("meta.k8s.io/") !== true || kind === undefined || !WITHOUT_SPECS.has(kind))
    return undefined;
  return { reason: "server-metadata", detail: kind, at: child(node.origin, "kind") };
}

const WITHOUT_SPECS: ReadonlySet<string> = new Set([
  "Table",
  "PartialObjectMetadata",
  "PartialObjectMetadataList",
]);
