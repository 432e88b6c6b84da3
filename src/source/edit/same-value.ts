import { isList, isMapping, type Value } from "../manifest/value.js";

/** True where two values are one JSON, whatever the order of their keys. */
export function isSameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (isList(a)) {
    return isList(b) && a.length === b.length && a.every((item, i) => isSameValue(item, b[i]));
  }
  if (!isMapping(a)) return a === b;
  if (!isMapping(b)) return false;
  const keys = Object.keys(a);
  const hasAll = keys.every((key) => Object.hasOwn(b, key) && isSameValue(a[key], b[key]));
  return hasAll && Object.keys(b).length === keys.length;
}
