import { asciiText, KeptTexts } from "./kept-texts.js";
import { isDigitByte, skipBlanks, skipNumber, skipString, skipValue, skipWord, STUCK } from "./json-skip.js";
import { KeptParts } from "./kept-parts.js";
import { parsedObject } from "./fields.js";
import type { LogLine } from "./reader.js";

/** The fields of an object that are read: `true` for the whole value, or which fields of it, where it is an object. */
export interface FieldTree {
  readonly [name: string]: true | FieldTree;
}

/** A key of an object that is read. */
interface WantedKey {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What is read of its value, where it is an object; undefined for all of it. */
  readonly within: WantedObject | undefined;
  /** The number of the key among all. */
  readonly id: number;
}

/** The wanted keys of one object, by their length. */
type WantedObject = readonly (readonly WantedKey[] | undefined)[];

type ReadFields = Record<string, unknown>;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** Longer strings are most likely written once: a time with its fraction, a message. */
const LONGEST_KEPT = 24;

/**
 * Reads the fields of a tree out of lines of JSON, in one pass over their bytes, and what they are is what `JSON.parse` says: every
 * byte is checked. Objects, arrays and short strings that lines repeat are read once, and are the same value. What is rare (escapes
 * in keys, keys that are written twice, deep nesting, anything that is no JSON) is left to `JSON.parse`, which reads all fields.
 */
export class JsonFields {
  readonly #root: WantedObject;
  readonly #isSeen: Uint8Array;
  readonly #texts = new KeptTexts();
  readonly #parts = new KeptParts();
  #bytes: Uint8Array | undefined;
  #view: DataView = new DataView(new ArrayBuffer(0));
  #value: unknown;

  constructor(tree: FieldTree) {
    const ids = { next: 0 };
    this.#root = wantedObject(tree, ids);
    this.#isSeen = new Uint8Array(ids.next);
  }

  /** The object that a line is, with these fields at least; undefined for anything else. Nothing may change it. */
  read(line: LogLine): object | undefined {
    const { bytes, start, end } = line;
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    this.#isSeen.fill(0);
    const first = skipBlanks(bytes, start, end);
    if (first < end && bytes[first] === OPEN_BRACE) {
      const object: ReadFields = {};
      const last = this.#object(bytes, first, end, this.#root, object);
      if (last !== STUCK && skipBlanks(bytes, last, end) === end) return object;
    }
    return parsedObject(line.text());
  }

  /** Goes through an object. @param from its brace @returns the place behind it, or STUCK */
  #object(bytes: Uint8Array, from: number, end: number, wanted: WantedObject, target: ReadFields): number {
    let at = skipBlanks(bytes, from + 1, end);
    if (at < end && bytes[at] === 0x7d) return at + 1;
    for (;;) {
      if (at >= end || bytes[at] !== QUOTE) return STUCK;
      const name = at + 1;
      at = plainEnd(bytes, name, end);
      if (at === STUCK) return STUCK;
      const key = keyOf(wanted, bytes, name, at);
      at = skipBlanks(bytes, at + 1, end);
      if (at >= end || bytes[at] !== 0x3a) return STUCK;
      at = skipBlanks(bytes, at + 1, end);
      if (at >= end) return STUCK;
      at = key === undefined ? skipValue(bytes, at, end) : this.#wanted(bytes, at, end, key, target);
      if (at === STUCK) return STUCK;
      at = skipBlanks(bytes, at, end);
      const after = at < end ? bytes[at] : 0;
      if (after === 0x7d) return at + 1;
      if (after !== 0x2c) return STUCK;
      at = skipBlanks(bytes, at + 1, end);
    }
  }

  /** Takes the value of a wanted key, or what is wanted of it. @param from its first byte */
  #wanted(bytes: Uint8Array, from: number, end: number, key: WantedKey, target: ReadFields): number {
    // The last of several keys counts, and takes back what the others said.
    if (this.#isSeen[key.id] === 1) return STUCK;
    this.#isSeen[key.id] = 1;
    if (key.within !== undefined && bytes[from] === OPEN_BRACE) {
      const inner: ReadFields = {};
      target[key.name] = inner;
      return this.#object(bytes, from, end, key.within, inner);
    }
    const last = this.#whole(bytes, from, end);
    if (last !== STUCK) target[key.name] = this.#value;
    return last;
  }

  /** Reads a value; it is then in `#value`. */
  #whole(bytes: Uint8Array, from: number, end: number): number {
    const byte = bytes[from]!;
    if (byte === QUOTE) return this.#string(bytes, from, end);
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const last = this.#parts.find(bytes, this.#view, from, end);
      this.#value = this.#parts.value;
      return last;
    }
    if (byte === 0x2d || isDigitByte(byte)) {
      const last = skipNumber(bytes, from, end);
      if (last !== STUCK) this.#value = numberOf(bytes, from, last);
      return last;
    }
    this.#value = byte === 0x6e ? null : byte === 0x74;
    return skipWord(bytes, from, end);
  }

  #string(bytes: Uint8Array, from: number, end: number): number {
    const last = plainEnd(bytes, from + 1, end);
    if (last !== STUCK) {
      this.#value =
        last - from > LONGEST_KEPT ? asciiText(bytes, from + 1, last) : this.#texts.of(bytes, from + 1, last);
      return last + 1;
    }
    const closed = skipString(bytes, from + 1, end);
    if (closed !== STUCK) this.#value = JSON.parse(DECODER.decode(bytes.subarray(from, closed)));
    return closed;
  }
}

function wantedObject(tree: FieldTree, ids: { next: number }): WantedObject {
  const byLength: WantedKey[][] = [];
  for (const [name, value] of Object.entries(tree)) {
    const bytes = new TextEncoder().encode(name);
    const id = ids.next++;
    const within = value === true ? undefined : wantedObject(value, ids);
    (byLength[bytes.length] ??= []).push({ name, bytes, within, id });
  }
  return Array.from(byLength);
}

function keyOf(wanted: WantedObject, bytes: Uint8Array, start: number, end: number): WantedKey | undefined {
  const length = end - start;
  const candidates = length < wanted.length ? wanted[length] : undefined;
  if (candidates === undefined) return undefined;
  for (const candidate of candidates) {
    let i = length - 1;
    while (i >= 0 && candidate.bytes[i] === bytes[start + i]) i--;
    if (i < 0) return candidate;
  }
  return undefined;
}

/** The closing quote of a string without escapes; STUCK for another one, and for what isn't ASCII. */
function plainEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at;
    if (byte < 0x20 || byte === BACKSLASH || byte >= 0x80) return STUCK;
  }
  return STUCK;
}

function numberOf(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = bytes[at]! - 0x30;
    if (digit < 0 || digit > 9 || end - start > 15) return Number(DECODER.decode(bytes.subarray(start, end)));
    value = value * 10 + digit;
  }
  return value;
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
