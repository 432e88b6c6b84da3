import type { SourceFile } from "./source.js";

/** Why bytes are not a text that Kubernetes' reader would take; `offset` counts bytes. */
export interface BytesProblem {
  readonly code: "invalid-utf-8" | "invalid-utf-16";
  readonly offset: number;
}

/**
 * Decodes the bytes of a file as kubectl does: UTF-8 with or without a byte-order mark, or UTF-16 with one.
 * Invalid sequences are a problem with a place, never replacement characters (a label would change silently).
 */
export function decodeBytes(
  name: string,
  bytes: Uint8Array,
): { file: SourceFile; problem?: never } | { file?: never; problem: BytesProblem } {
  const first = bytes[0];
  const second = bytes[1];
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const encoding = first === 0xff ? "utf-16le" : "utf-16be";
    const text = decodeUtf16(bytes, encoding);
    if (text === undefined) return { problem: { code: "invalid-utf-16", offset: bytes.length } };
    return { file: { name, text, utf16: true } };
  }
  try {
    return { file: { name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) } };
  } catch {
    return { problem: { code: "invalid-utf-8", offset: firstInvalidUtf8(bytes) } };
  }
}

function decodeUtf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): string | undefined {
  // Node without full ICU has no "utf-16be": swap the bytes and read little-endian.
  const little = encoding === "utf-16le" ? bytes : swapPairs(bytes);
  try {
    return new TextDecoder("utf-16le", { fatal: true }).decode(little);
  } catch {
    return undefined;
  }
}

function swapPairs(bytes: Uint8Array): Uint8Array {
  const swapped = new Uint8Array(bytes.length);
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    swapped[i] = bytes[i + 1] ?? 0;
    swapped[i + 1] = bytes[i] ?? 0;
  }
  if (bytes.length % 2 === 1) swapped[bytes.length - 1] = bytes.at(-1) ?? 0;
  return swapped;
}

/** The offset of the first byte that begins no valid sequence, by halving the prefix that decodes. */
function firstInvalidUtf8(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (good < bad - 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8Prefix(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function isUtf8Prefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
