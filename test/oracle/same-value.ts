/**
 * True where a value of the program is one of Kubernetes' answer. Whole numbers that JavaScript cannot hold are bigints here,
 * and are compared as JSON reads them.
 */
export function isSameValue(ours: unknown, theirs: unknown): boolean {
  if (typeof ours === "bigint") return Number(ours) === theirs;
  if (typeof ours !== "object" || ours === null)
    return Object.is(ours, theirs) || (ours === 0 && theirs === 0);
  if (typeof theirs !== "object" || theirs === null) return false;
  if (Array.isArray(ours)) {
    if (!Array.isArray(theirs) || ours.length !== theirs.length) return false;
    return ours.every((each, index) => isSameValue(each, theirs[index]));
  }
  if (Array.isArray(theirs)) return false;
  const [mine, other] = [ours as Record<string, unknown>, theirs as Record<string, unknown>];
  const keys = Object.keys(mine);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSameValue(mine[key], other[key]));
}
