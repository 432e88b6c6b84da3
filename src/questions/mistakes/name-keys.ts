import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import { Names } from "./misspelt.js";

/** Labels that people take for the name of a namespace. */
const NAME_KEYS: ReadonlySet<string> = new Set([
  "name",
  "namespace",
  "ns",
  "namespace-name",
  "kubernetes.io/name",
  "kubernetes.io/namespace",
  "metadata.name",
]);

/** The one label that holds the name, to find what is written nearly so: `kubernetes.io.metadata.name`. */
const AUTOMATIC = new Names([NAMESPACE_NAME_LABEL]);

/** True for a label that people take for the name of a namespace, and that nothing sets by itself (S-NS-1). */
export function isNameKey(key: string): boolean {
  return NAME_KEYS.has(key) || AUTOMATIC.meantBy(key) !== undefined;
}
