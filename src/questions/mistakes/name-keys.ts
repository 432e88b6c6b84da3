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

/** True for a label that people take for the name of a namespace, and that nothing sets by itself (S-NS-1). */
export function isNameKey(key: string): boolean {
  return NAME_KEYS.has(key);
}
