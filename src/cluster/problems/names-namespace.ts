import { isWritten, locate } from "../../source/manifest/locate.js";
import { namespaceOrigin } from "./object-places.js";
import type { Origin } from "../../source/manifest/origin.js";

/** Where an object that names no namespace goes, unless whoever applies it names one. */
export const FALLBACK_NAMESPACE = "default";

/** Texts that say nothing, which the API server takes as missing. */
const NOTHING: ReadonlySet<string> = new Set(["", '""', "''", "~", "null"]);

/** True for an object whose manifest names a namespace. */
export function namesNamespace({ origin }: { readonly origin: Origin }): boolean {
  const namespace = namespaceOrigin({ origin });
  if (!isWritten(namespace)) return false;
  const { start, end } = locate(namespace);
  return !NOTHING.has(namespace.document.file.text.slice(start, end));
}
