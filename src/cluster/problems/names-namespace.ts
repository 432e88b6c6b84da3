import { isWritten, locate } from "../../source/manifest/locate.js";
import { fieldAt, type Node } from "../../source/manifest/node.js";
import { namespaceOrigin } from "./object-places.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { Origin } from "../../source/manifest/origin.js";

/** Where an object that names no namespace goes, unless whoever applies it names one. */
export const FALLBACK_NAMESPACE = "default";

/** Texts that say nothing, which the API server takes as missing. */
const NOTHING: ReadonlySet<string> = new Set(["", '""', "''", "~", "null"]);

/** Objects whose namespace was there when they were read: telling it of a manifest takes reading all of its document again. */
const PLAIN = new WeakSet<Origin>();

/** Notes that an object was read with a namespace, where that is written below the object under its own key. */
export function notePlainNamespace(object: Node): void {
  const { origin } = object;
  const at = fieldAt(object, "metadata", "namespace")?.origin;
  // What a kustomization sets is written elsewhere, and a key may be written as another one.
  const isBelow = at?.parent?.parent === origin && origin.document.restoredKeys.length === 0;
  if (isBelow) PLAIN.add(origin);
}

/** True for an object whose manifest has a field for its namespace, be it empty. */
export function hasNamespaceField({ origin }: { readonly origin: Origin }): boolean {
  return PLAIN.has(origin) || isInManifest(origin).answer;
}

const isInManifest = oncePer((origin: Origin) => ({ answer: isWritten(namespaceOrigin({ origin })) }));

/** True for an object whose manifest names a namespace. */
export function namesNamespace({ origin }: { readonly origin: Origin }): boolean {
  const namespace = namespaceOrigin({ origin });
  if (!hasNamespaceField({ origin })) return false;
  const { start, end } = locate(namespace);
  return !NOTHING.has(namespace.document.file.text.slice(start, end));
}
