/** Where a step through JSON doesn't get on: it is no JSON, or nested deeper than is worth a stack. */
export const STUCK = -1;

/** Deeper values are left to `JSON.parse`. */
const DEEPEST = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The first byte that is no white space of JSON, or `end`. */
export function skipBlanks(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    at++;
  }
  return at;
}

/** The place after a string's closing quote. @param from after its opening quote */
export function skipString(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at++]!;
    if (byte === QUOTE) return at;
    if (byte < 0x20) return STUCK;
    if (byte === BACKSLASH) {
      at = skipEscape(bytes, at, end);
      if (at === STUCK) return STUCK;
    }
  }
  return STUCK;
}

function skipEscape(bytes: Uint8Array, at: number, end: number): number {
  const byte = at < end ? bytes[at]! : 0;
  if (byte !== 0x75) return `"\\/bfnrt`.includes(String.fromCharCode(byte)) ? at + 1 : STUCK;
  if (at + 5 > end) return STUCK;
  for (let i = 1; i <= 4; i++) if (!isHex(bytes[at + i]!)) return STUCK;
  return at + 5;
}

function isHex(byte: number): boolean {
  return isDigitByte(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

/** True for `0` to `9`. */
export function isDigitByte(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** The place after a number. @param from its first byte: a digit or a minus */
export function skipNumber(bytes: Uint8Array, from: number, end: number): number {
  let at = bytes[from] === 0x2d ? from + 1 : from;
  const first = at;
  at = skipDigits(bytes, at, end);
  if (at === first || (bytes[first] === 0x30 && at > first + 1)) return STUCK;
  if (at < end && bytes[at] === 0x2e) {
    const fraction = at + 1;
    at = skipDigits(bytes, fraction, end);
    if (at === fraction) return STUCK;
  }
  if (at < end && (bytes[at]! | 0x20) === 0x65) {
    const signed = at + 1;
    const exponent = signed < end && (bytes[signed] === 0x2b || bytes[signed] === 0x2d) ? signed + 1 : signed;
    at = skipDigits(bytes, exponent, end);
    if (at === exponent) return STUCK;
  }
  return at;
}

function skipDigits(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isDigitByte(bytes[at])) at++;
  return at;
}

/** The place after `true`, `false` or `null`. */
export function skipWord(bytes: Uint8Array, from: number, end: number): number {
  const word = bytes[from] === 0x74 ? "true" : bytes[from] === 0x66 ? "false" : "null";
  if (from + word.length > end) return STUCK;
  for (let i = 0; i < word.length; i++) if (bytes[from + i] !== word.charCodeAt(i)) return STUCK;
  return from + word.length;
}

const isOpenObject = new Uint8Array(DEEPEST + 1);

/** The place after a value of any kind, of which every byte is checked. @param from its first byte */
export function skipValue(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  let depth = 0;
  for (;;) {
    // Here a value begins.
    const byte = at < end ? bytes[at]! : 0;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const next = skipBlanks(bytes, at + 1, end);
      if (next < end && bytes[next] === byte + 2) at = next + 1;
      else {
        if (++depth > DEEPEST) return STUCK;
        isOpenObject[depth] = byte === OPEN_BRACE ? 1 : 0;
        at = byte === OPEN_BRACE ? skipKey(bytes, next, end) : next;
        if (at === STUCK) return STUCK;
        continue;
      }
    } else {
      at = skipScalar(bytes, at, end, byte);
      if (at === STUCK) return STUCK;
    }
    // Here a value has ended.
    for (;;) {
      if (depth === 0) return at;
      at = skipBlanks(bytes, at, end);
      const after = at < end ? bytes[at]! : 0;
      at++;
      if (after === COMMA) break;
      if (after !== (isOpenObject[depth] === 1 ? CLOSE_BRACE : CLOSE_BRACKET)) return STUCK;
      depth--;
    }
    at = skipBlanks(bytes, at, end);
    if (isOpenObject[depth] === 1) at = skipKey(bytes, at, end);
    if (at === STUCK) return STUCK;
  }
}

function skipScalar(bytes: Uint8Array, at: number, end: number, byte: number): number {
  if (byte === QUOTE) return skipString(bytes, at + 1, end);
  if (byte === 0x2d || isDigitByte(byte)) return skipNumber(bytes, at, end);
  return skipWord(bytes, at, end);
}

/** The place of the value behind a key and its colon. @param from the key's opening quote */
function skipKey(bytes: Uint8Array, from: number, end: number): number {
  if (from >= end || bytes[from] !== QUOTE) return STUCK;
  const closed = skipString(bytes, from + 1, end);
  if (closed === STUCK) return STUCK;
  const colon = skipBlanks(bytes, closed, end);
  return colon < end && bytes[colon] === COLON ? skipBlanks(bytes, colon + 1, end) : STUCK;
}

/**
 * The place after an object or array, if it is JSON at all: only quotes and brackets are looked at. For values whose bytes
 * are compared with those of a value that was checked, or are checked next.
 */
export function skipUnchecked(bytes: Uint8Array, from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      for (at++; at < end && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && (depth -= 1) === 0) return at + 1;
  }
  return STUCK;
}
