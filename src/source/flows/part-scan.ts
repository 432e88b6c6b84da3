import { SCAN_CODE } from "./scan-code.js";
import type { LogLine } from "./reader.js";

/** Which of a line's four lists a value is put on: `shared` is what both ends may hang on. */
export const SCAN_LISTS = ["source", "destination", "shared", "rest"] as const;

/** One of {@link SCAN_LISTS}. */
export type ScanList = (typeof SCAN_LISTS)[number];

/** An end of a record, as a place in {@link SCAN_LISTS}. */
export type ScanSide = 0 | 1;

/**
 * How a slot's value was written: a number, a text of digits, a time of RFC 3339, a number with a fraction; others are numbers and texts
 * that are 0 or 1.
 */
export const SLOT_KINDS = { number: 1, digits: 2, time: 3, fraction: 8 } as const;

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
export interface ScanCode {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly INPUT: CodeNumber;
  readonly INPUT_BYTES: CodeNumber;
  readonly LISTS_FOUND: CodeNumber;
  readonly SLOTS_FOUND: CodeNumber;
  readonly KINDS_FOUND: CodeNumber;
  readonly TEXTS_FOUND: CodeNumber;
  readonly PORT_CLASSES: CodeNumber;
  readonly KINDS: CodeNumber;
  begin(): void;
  addObject(): number;
  addKey(
    object: number,
    length: number,
    within: number,
    lists: number,
    slot: number,
    isPort: number,
    use: number,
  ): number;
  beginColumns(separator: number, other: number, headerWord: bigint): void;
  addColumn(lists: number, slot: number, isPort: number, side: number): number;
  forget(): void;
  isFull(): number;
  stemOf(side: number): number;
  scan(start: number, end: number): number;
  scanCells(start: number, end: number): number;
  scanNext(start: number, end: number): number;
  scanNextCells(start: number, end: number): number;
  countNext(start: number, end: number): number;
  countedLines(): number;
  leftEnd(): number;
  addRest(needs: number, first: number, last: number, count: number, client: number, port: number): number;
  addKind(from: number, to: number, rest: number): number;
  forgetKinds(): void;
  forgetRests(): void;
}

/**
 * Scans lines for some of their values, without making any of them: values and lists of values have numbers, the same for the same
 * bytes. What is rare, and what is wrong, is left to the reader of whole lines.
 */
export abstract class PartScan {
  /** The numbers of the lists of the line that was scanned last, in the order of {@link SCAN_LISTS}: the first one is 0. */
  readonly lists: Uint32Array;
  /** Its slots: NaN where there is no value. Times are milliseconds since 1970. */
  readonly slots: Float64Array;
  /** How the values of slots were written: {@link SLOT_KINDS}; only of slots that have one. */
  readonly kinds: Uint8Array;
  readonly code: ScanCode;
  protected readonly input: Uint8Array;
  readonly #memory: Buffer;
  /** Where each end's address is, its length, and its key. */
  readonly #texts: Uint32Array;
  readonly #base: number;
  /** The piece of the log that is in the input. */
  #piece = -1;
  /** The line at which counting has stopped, which has been scanned, and the place behind it. */
  #stoppedAt = -1;
  #stoppedEnd = 0;
  /** How many lines {@link countNext} has counted. */
  counted = 0;

  constructor() {
    const { WebAssembly: engine } = globalThis as WithEngine;
    if (engine === undefined) throw new Error("invariant: a scan is made where there is WebAssembly");
    compiled ??= new engine.Module(Buffer.from(SCAN_CODE, "base64"));
    this.code = new engine.Instance(compiled).exports as ScanCode;
    this.code.begin();
    const { memory, INPUT, INPUT_BYTES, LISTS_FOUND, SLOTS_FOUND, KINDS_FOUND, TEXTS_FOUND } = this.code;
    this.#base = INPUT.value;
    this.#memory = Buffer.from(memory.buffer);
    this.input = new Uint8Array(memory.buffer, this.#base, INPUT_BYTES.value);
    this.lists = new Uint32Array(memory.buffer, LISTS_FOUND.value, SCAN_LISTS.length);
    this.slots = new Float64Array(memory.buffer, SLOTS_FOUND.value, MOST_SLOTS);
    this.kinds = new Uint8Array(memory.buffer, KINDS_FOUND.value, MOST_SLOTS);
    this.#texts = new Uint32Array(memory.buffer, TEXTS_FOUND.value, 6);
  }

  /** False in a Node that may compile nothing. */
  static get isThere(): boolean {
    return (globalThis as WithEngine).WebAssembly !== undefined;
  }

  /** @returns false for a line that is left to the reader of whole lines */
  scan({ bytes, start, end, piece }: LogLine): boolean {
    this.#stoppedAt = -1;
    if (bytes.length > this.input.length) {
      this.#piece = -1;
      this.input.set(bytes.subarray(start, end));
      return this.look(this.#base, this.#base + end - start) === 1;
    }
    if (piece !== this.#piece) {
      this.input.set(bytes);
      this.#piece = piece;
    }
    return this.look(this.#base + start, this.#base + end) === 1;
  }

  /**
   * Scans the line that begins at a place of a piece, whose end isn't looked for before. @param bytes all of the piece
   * @returns the place behind its end; 0 for a line that is left to the reader of whole lines, and for one whose end isn't there
   */
  scanNext(bytes: Uint8Array, start: number, piece: number): number {
    if (piece === this.#piece && start === this.#stoppedAt) {
      this.#stoppedAt = -1;
      return this.#stoppedEnd;
    }
    if (!this.#take(bytes, piece)) return 0;
    const next = this.lookNext(this.#base + start, this.#base + bytes.length);
    return next === 0 ? 0 : next - this.#base;
  }

  /**
   * Counts lines that repeat (repeats.ts), from a place of a piece on. What is found behind the last of them is the next line to scan.
   * @returns the place behind them
   */
  countNext(bytes: Uint8Array, start: number, piece: number): number {
    this.counted = 0;
    if (!this.#take(bytes, piece)) return start;
    const { code } = this;
    const next = code.countNext(this.#base + start, this.#base + bytes.length) - this.#base;
    const end = code.leftEnd();
    this.counted = code.countedLines();
    this.#stoppedAt = next < bytes.length ? next : -1;
    this.#stoppedEnd = end === 0 ? 0 : end - this.#base;
    return next;
  }

  /** Takes a piece into the input. @returns false for one that is too long */
  #take(bytes: Uint8Array, piece: number): boolean {
    if (bytes.length > this.input.length) return false;
    if (piece !== this.#piece) {
      this.input.set(bytes);
      this.#piece = piece;
      this.#stoppedAt = -1;
    }
    return true;
  }

  /** Scans the line that begins at one place of the memory, the end of which is another. @returns where the next one begins; 0 for none */
  protected abstract lookNext(start: number, end: number): number;

  /** Scans the line between two places of the memory. @returns 1 for a line that isn't left to the reader of whole lines */
  protected abstract look(start: number, end: number): number;

  /**
   * The number of the values of an end of the line that was scanned last, but for its address; its own numbers, from 1. 0 where it has
   * no address of its own, and where there is no room.
   */
  stemOf(side: ScanSide): number {
    return this.#texts[3 * side + 2] === 0 ? 0 : this.code.stemOf(side);
  }

  /** The address of an end of the line that was scanned last, as it is written; empty where it has none. */
  addressOf(side: ScanSide): string {
    const at = this.#texts[3 * side]!;
    return this.#memory.toString("latin1", at, at + this.#texts[3 * side + 1]!);
  }

  /** True where a line was left to the reader of whole lines because there is no room for new values. */
  get isFull(): boolean {
    return this.code.isFull() === 1;
  }

  /** Forgets all values: numbers mean others from now on. */
  forget(): void {
    this.#stoppedAt = -1;
    this.code.forget();
  }
}

/** Lists as bits, as the compiled code takes them. */
export function listBits(lists: readonly ScanList[]): number {
  return lists.reduce((sum, each) => sum | (1 << SCAN_LISTS.indexOf(each)), 0);
}

let compiled: object | undefined;
