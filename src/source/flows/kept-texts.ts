/** How many texts are kept, a power of two; a new one takes the place of the one before. */
const PLACES = 1 << 14;

/**
 * Short texts of ASCII by their bytes, so that what lines repeat is one string, made once. It is bounded: a text that was forgotten is
 * made again, and only costs time, so bytes that are chosen to collide do no harm.
 */
export class KeptTexts {
  readonly #texts: string[] = Array.from({ length: PLACES }, () => "");

  of(bytes: Uint8Array, start: number, end: number): string {
    let hash = end - start;
    for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + bytes[i]!) | 0;
    const place = (hash ^ (hash >>> 14)) & (PLACES - 1);
    const kept = this.#texts[place]!;
    if (isWrittenSo(kept, bytes, start, end)) return kept;
    const text = asciiText(bytes, start, end);
    this.#texts[place] = text;
    return text;
  }
}

function isWrittenSo(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}

/** Bytes of ASCII as text; a decoder's call costs more than so few characters. */
export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 64) return DECODER.decode(bytes.subarray(start, end));
  let text = "";
  for (let i = start; i < end; i++) text += CHARACTERS[bytes[i]!]!;
  return text;
}

const CHARACTERS = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const DECODER = new TextDecoder();
