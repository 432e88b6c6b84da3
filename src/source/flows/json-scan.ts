import { SCAN_CODE } from "./json-scan-code.js";
import type { LogLine } from "./reader.js";

/** Which of a line's four lists a value is put on: `shared` is what both ends may hang on. */
export const SCAN_LISTS = ["source", "destination", "shared", "rest"] as const;

/** One of {@link SCAN_LISTS}. */
export type ScanList = (typeof SCAN_LISTS)[number];

/** A key whose value is looked at: the lists that it is put on, and the slot of a number or time, from 0. */
export interface ScannedKey {
  readonly lists: readonly ScanList[];
  readonly slot?: number;
  /** True for a slot of ports: a line with a greater number is left to `JSON.parse`. */
  readonly isPort?: boolean;
  /** Its own keys, where it is an object. */
  readonly within?: ScannedKeys;
}

/** The keys of an object that are looked at. */
export type ScannedKeys = ReadonlyMap<string, ScannedKey>;

/** How a slot's value was written: a number, a text of digits, a time of RFC 3339; beyond are numbers and texts that are 0 or 1. */
export const SLOT_KINDS = { number: 1, digits: 2, time: 3 } as const;

/** Numbers and times that a line may have at most. */
export const MOST_SLOTS = 64;

/** What is used of WebAssembly, whose types come with those of browsers only. */
interface Engine {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

interface WithEngine {
  readonly WebAssembly?: Engine;
}

interface CodeNumber {
  readonly value: number;
}

/** What the compiled code exports. */
interface ScanCode {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly INPUT: CodeNumber;
  readonly INPUT_BYTES: CodeNumber;
  readonly LISTS_FOUND: CodeNumber;
  readonly SLOTS_FOUND: CodeNumber;
  readonly KINDS_FOUND: CodeNumber;
  begin(): void;
  addObject(): number;
  addKey(object: number, length: number, within: number, lists: number, slot: number, isPort: number): number;
  forget(): void;
  isFull(): number;
  scan(start: number, end: number): number;
}

/**
 * Scans lines of JSON for the values of some keys, without making any of them: values and lists of values have numbers, the same for
 * the same bytes. Every byte is checked. What is rare (escapes in keys, keys that are written twice, deep nesting, a slot
 * with anything but a whole number or a time in UTC) is left to `JSON.parse`, as is whatever isn't JSON.
 */
export class LineScan {
  /** The numbers of the lists of the line that was scanned last, in the order of {@link SCAN_LISTS}: the first one is 0. */
  readonly lists: Uint32Array;
  /** Its slots: NaN where there is no value. Times are milliseconds since 1970. */
  readonly slots: Float64Array;
  /** How the values of slots were written: {@link SLOT_KINDS}; only of slots that have one. */
  readonly kinds: Uint8Array;
  readonly #code: ScanCode;
  readonly #input: Uint8Array;
  readonly #base: number;
  /** The piece of the log that is in the input. */
  #piece = -1;

  constructor(keys: ScannedKeys) {
    const { WebAssembly: engine } = globalThis as WithEngine;
    if (engine === undefined) throw new Error("invariant: a scan is made where there is WebAssembly");
    compiled ??= new engine.Module(Buffer.from(SCAN_CODE, "base64"));
    this.#code = new engine.Instance(compiled).exports as ScanCode;
    this.#code.begin();
    const { memory, INPUT, INPUT_BYTES, LISTS_FOUND, SLOTS_FOUND, KINDS_FOUND } = this.#code;
    this.#base = INPUT.value;
    this.#input = new Uint8Array(memory.buffer, this.#base, INPUT_BYTES.value);
    this.lists = new Uint32Array(memory.buffer, LISTS_FOUND.value, SCAN_LISTS.length);
    this.slots = new Float64Array(memory.buffer, SLOTS_FOUND.value, MOST_SLOTS);
    this.kinds = new Uint8Array(memory.buffer, KINDS_FOUND.value, MOST_SLOTS);
    this.#addKeys(keys);
  }

  /** False in a Node that may compile nothing. */
  static get isThere(): boolean {
    return (globalThis as WithEngine).WebAssembly !== undefined;
  }

  /** @returns false for a line that is left to `JSON.parse` */
  scan({ bytes, start, end, piece }: LogLine): boolean {
    if (bytes.length > this.#input.length) {
      this.#piece = -1;
      this.#input.set(bytes.subarray(start, end));
      return this.#code.scan(this.#base, this.#base + end - start) === 1;
    }
    if (piece !== this.#piece) {
      this.#input.set(bytes);
      this.#piece = piece;
    }
    return this.#code.scan(this.#base + start, this.#base + end) === 1;
  }

  /** True where a line was left to `JSON.parse` because there is no room for new values. */
  get isFull(): boolean {
    return this.#code.isFull() === 1;
  }

  /** Forgets all values: numbers mean others from now on. */
  forget(): void {
    this.#code.forget();
  }

  #addKeys(keys: ScannedKeys): number {
    const object = this.#code.addObject();
    for (const [name, { lists, slot = -1, isPort = false, within }] of keys) {
      const inner = within === undefined ? 0 : this.#addKeys(within);
      const { written } = new TextEncoder().encodeInto(name, this.#input);
      const bits = lists.reduce((sum, each) => sum | (1 << SCAN_LISTS.indexOf(each)), 0);
      const number = this.#code.addKey(object, written, inner, bits, slot + 1, isPort ? 1 : 0);
      if (number === 0) throw new Error("invariant: a scanner has room for all keys");
    }
    return object;
  }
}

let compiled: object | undefined;
