import { CutLine, nextPiece } from "./cut-line.js";
import { skipRuntimePrefix } from "./runtime-prefix.js";
import type { CountedLines, LogLine } from "./reader.js";

/** Bytes of the longest line that is read; what is longer is counted and left out. */
export const LONGEST_LINE = 1 << 20;

/** Takes the lines of one stream in their order. */
export interface LineTaker {
  /** @param number from 1 */
  line(line: LogLine, number: number): void;
  /** A line that is too long to be read. */
  tooLong(number: number): void;
  /** Takes the line that begins at a place, if its end is found on the way. @returns as {@link LogReader.readNext} */
  nextLine?(bytes: Uint8Array, start: number, piece: number, number: number): number;
  /** Counts lines from a place on. @param number of the first of them @returns as {@link LogReader.countNext}; undefined for none */
  countNext?(bytes: Uint8Array, start: number, piece: number, number: number): CountedLines | undefined;
}

/**
 * Cuts a stream of bytes into lines. What a container runtime writes in front of each line is dropped, and lines that it has
 * cut in pieces are joined. No more than one line is kept.
 */
export class LineCutter {
  readonly #taker: LineTaker;
  readonly #isBeginning: boolean;
  readonly #line = new CutLine();
  /** The beginning of a line whose end has not come. */
  #rest: Uint8Array | undefined;
  /** Pieces of a line that the container runtime cut. */
  #pieces: Uint8Array | undefined;
  #isTooLong = false;
  #number = 0;
  #piece = 0;

  /** @param isBeginning false for a part of a stream that is not its first */
  constructor(taker: LineTaker, isBeginning = true) {
    this.#taker = taker;
    this.#isBeginning = isBeginning;
  }

  /** How many lines have ended. */
  get lines(): number {
    return this.#number;
  }

  /** Leaves out lines that somebody else has read: whole ones, between whole ones. */
  pass(lines: number): void {
    this.#number += lines;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    if (this.#rest !== undefined || this.#isTooLong) {
      const end = chunk.indexOf(NEWLINE);
      if (end === -1) {
        this.#keep(chunk);
        return;
      }
      this.#keep(chunk.subarray(0, end));
      this.#takeRest();
      start = end + 1;
    }
    this.#piece = nextPiece();
    for (;;) {
      if (this.#pieces === undefined) start = this.#passNext(chunk, start);
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) break;
      this.#take(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** Lines that are taken before their ends are known. @returns where the first other one begins */
  #passNext(chunk: Uint8Array, first: number): number {
    const taker = this.#taker;
    if (taker.nextLine === undefined) return first;
    let start = first;
    while (start < chunk.length) {
      const counted = taker.countNext?.(chunk, start, this.#piece, this.#number + 1);
      if (counted !== undefined) {
        this.#number += counted.lines;
        start = counted.next;
        if (start >= chunk.length) return start;
      }
      const next = taker.nextLine(chunk, start, this.#piece, this.#number + 1);
      if (next === 0) return start;
      this.#number++;
      start = next;
    }
    return start;
  }

  end(): void {
    if (this.#rest !== undefined || this.#isTooLong) this.#takeRest();
    if (this.#pieces === undefined) return;
    const whole = this.#pieces;
    this.#pieces = undefined;
    this.#taker.line(this.#line.at(whole, 0, whole.length, nextPiece()), this.#number);
  }

  /** Adds to the beginning of a line. */
  #keep(bytes: Uint8Array): void {
    const rest = this.#rest ?? EMPTY;
    this.#isTooLong ||= rest.length + bytes.length > LONGEST_LINE;
    this.#rest = this.#isTooLong ? undefined : joined(rest, bytes);
  }

  #takeRest(): void {
    const line = this.#rest ?? EMPTY;
    this.#rest = undefined;
    this.#piece = nextPiece();
    this.#take(line, 0, line.length);
  }

  #take(bytes: Uint8Array, first: number, last: number): void {
    const number = ++this.#number;
    if (this.#isTooLong || last - first > LONGEST_LINE) {
      this.#isTooLong = false;
      this.#taker.tooLong(number);
      return;
    }
    let start = first;
    if (number === 1 && this.#isBeginning && isMark(bytes, start)) start += 3;
    const end = last > start && bytes[last - 1] === RETURN ? last - 1 : last;
    const prefix = skipRuntimePrefix(bytes, start, end);
    if (prefix === undefined && this.#pieces === undefined) {
      this.#taker.line(this.#line.at(bytes, start, end, this.#piece), number);
      return;
    }
    const own = bytes.subarray(prefix?.end ?? start, end);
    const whole = this.#pieces === undefined ? own : joined(this.#pieces, own);
    this.#pieces = undefined;
    if (whole.length > LONGEST_LINE) this.#taker.tooLong(number);
    else if (prefix?.isPartial === true) this.#pieces = whole.slice();
    else this.#taker.line(this.#line.at(whole, 0, whole.length, nextPiece()), number);
  }
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const EMPTY = new Uint8Array();

/** True for what some programs write at the beginning of UTF-8. */
function isMark(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
