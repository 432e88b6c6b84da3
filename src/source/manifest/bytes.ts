import type { SourceFile } from "./source.js";

/** Why bytes are not a text that Kubernetes' reader would take. */
export interface BytesProblem {
  readonly code: "invalid-utf-8" | "invalid-utf-16";
  /** Counts bytes. */
  readonly offset: number;
  /** The text with replacement characters, to show only. */
  readonly text: string;
  /** Where in that text the first one stands. */
  readonly at: number;
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
    return decodeUtf16(name, bytes, encoding);
  }
  try {
    return { file: { name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) } };
  } catch {
    const text = new TextDecoder().decode(bytes);
    return { problem: { code: "invalid-utf-8", ...firstInvalidUtf8(bytes), text } };
  }
}

function decodeUtf16(
  name: string,
  bytes: Uint8Array,
  encoding: "utf-16le" | "utf-16be",
): ReturnType<typeof decodeBytes> {
  // Node without full ICU has no "utf-16be": swap the bytes and read little-endian.
  const little = encoding === "utf-16le" ? bytes : swapPairs(bytes);
  try {
    const text = new TextDecoder("utf-16le", { fatal: true }).decode(little);
    return { file: { name, text, utf16: true } };
  } catch {
    const text = new TextDecoder("utf-16le").decode(little);
    const at = text.indexOf("\ufffd");
    return { problem: { code: "invalid-utf-16", offset: 2 * at + 2, text, at } };
  }
}

/** A last byte without another one is half of a character, whatever it is. */
function swapPairs(bytes: Uint8Array): Uint8Array {
  const swapped = new Uint8Array(bytes.length);
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    swapped[i] = bytes[i + 1] ?? 0;
    swapped[i + 1] = bytes[i] ?? 0;
  }
  return swapped;
}

/** Where the first byte stands that begins no character, by halving the prefix that decodes. */
function firstInvalidUtf8(bytes: Uint8Array): Pick<BytesProblem, "offset" | "at"> {
  let good = 0;
  let bad = bytes.length;
  while (good < bad - 1) {
    const middle = (good + bad) >> 1;
    if (isUtf8Prefix(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  // A character that is cut off at the end of the prefix is not decoded: it is the invalid one.
  const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, good), {
    stream: true,
  });
  const mark = decoded.startsWith("\ufeff") ? 1 : 0;
  return { offset: new TextEncoder().encode(decoded).length, at: decoded.length - mark };
}

function isUtf8Prefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
