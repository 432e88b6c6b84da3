import type { Mapping } from "../../../source/manifest/value.js";

/** The keys of a mapping in the order in which they reach the server: by their UTF-8 bytes, which is by code point. */
export function keysAsSent(mapping: Mapping): string[] {
  const keys = Object.keys(mapping);
  const sorted = keys.every((key, i) => i === 0 || (keys[i - 1] as string) < key) ? keys : keys.toSorted();
  // UTF-16 order differs from it only where characters beyond U+FFFF are met.
  return sorted.some((key) => SURROGATE.test(key)) ? sorted.toSorted(compareCodePoints) : sorted;
}

const SURROGATE = /[\ud800-\udfff]/;

function compareCodePoints(a: string, b: string): number {
  const right = Array.from(b);
  for (const [i, character] of Array.from(a).entries()) {
    const other = right[i];
    if (other === undefined) return 1;
    if (character !== other) return (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
  }
  return a.length - b.length;
}
