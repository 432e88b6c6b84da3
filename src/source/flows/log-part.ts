import { LineCutter, LONGEST_LINE, type LineTaker } from "./line-cutter.js";
import { nextPiece } from "./cut-line.js";
import { skipRuntimePrefix } from "./runtime-prefix.js";
import type { LogFormat, LogLine, LogReader, RecordSink } from "./reader.js";
import type { LogTaker } from "./log-parser.js";

/**
 * Where a stream may be divided: behind a line that ends in these bytes and isn't joined with the one behind it. What is before it means
 * nothing for the lines behind it, but for a header. Undefined where no line begins and ends here.
 * @param bytes a piece from the midst of a stream
 */
export function boundaryIn(bytes: Uint8Array): number | undefined {
  let start = bytes.indexOf(NEWLINE) + 1;
  while (start > 0) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end === -1) return undefined;
    // Of a line that is too long its prefix isn't read.
    const isShort = end - start <= LONGEST_LINE;
    if (isShort && skipRuntimePrefix(bytes, start, end)?.isPartial !== true) return end + 1;
    start = end + 1;
  }
  return undefined;
}

const NEWLINE = 0x0a;

/**
 * Reads the lines of one part of a stream whose format is known, from one boundary to the next; their numbers are those in the part. What
 * it says is what a reader of the whole stream says of them, if nothing but `header` came before.
 */
export class LogPart implements LineTaker {
  readonly #cutter = new LineCutter(this, false);
  readonly #reader: LogReader;
  readonly #sink: RecordSink;
  readonly #taker: LogTaker;
  #number = 0;

  /** @param header the last header before it */
  constructor(format: LogFormat, header: string | undefined, taker: LogTaker) {
    this.#taker = taker;
    this.#reader = format.reader();
    if (header !== undefined) this.#reader.read(lineOf(header), NOBODY);
    this.#sink = {
      record: (record) => taker.record(record, this.#number),
      skip: (reason) => taker.skip(reason, this.#number),
      bad: (fault) => taker.bad(fault, this.#number),
      lost: (events) => taker.lost(events, this.#number),
    };
  }

  /** The last header; another one than before the part where there was one in it. */
  get header(): string | undefined {
    return this.#reader.header;
  }

  get lines(): number {
    return this.#cutter.lines;
  }

  push(chunk: Uint8Array): void {
    this.#cutter.push(chunk);
  }

  end(): void {
    this.#cutter.end();
    this.#reader.end(this.#sink);
  }

  line(line: LogLine, number: number): void {
    this.#number = number;
    this.#reader.read(line, this.#sink);
  }

  nextLine(bytes: Uint8Array, start: number, piece: number, number: number): number {
    this.#number = number;
    return this.#reader.readNext?.(bytes, start, piece, this.#sink) ?? 0;
  }

  tooLong(number: number): void {
    this.#taker.bad({ code: "too-long" }, number);
  }
}

function ignore(): void {}

const NOBODY: RecordSink = { record: ignore, skip: ignore, bad: ignore, lost: ignore };

function lineOf(text: string): LogLine {
  const bytes = new TextEncoder().encode(text);
  return { bytes, start: 0, end: bytes.length, piece: nextPiece(), text: () => text };
}
