import { closeSync, createReadStream, fstatSync, openSync, readSync } from "node:fs";
import { isGzip } from "./gzip.js";
import { LogStreamError } from "./log-stream-error.js";

const PIECE = 1 << 18;

/** A plain file that holds a log, of which any part can be read. */
export class LogFile {
  readonly descriptor: number;
  /** Its bytes when it was opened; it may grow. */
  readonly size: number;
  readonly #window = new Uint8Array(PIECE);

  private constructor(descriptor: number, size: number) {
    this.descriptor = descriptor;
    this.size = size;
  }

  /** Undefined for what is not a file of at least so many bytes, can't be opened, or is packed. */
  static open(path: string, least: number): LogFile | undefined {
    let descriptor: number;
    try {
      const stat = fstatSync((descriptor = openSync(path, "r")));
      const begin = new Uint8Array(2);
      if (stat.isFile() && stat.size >= least && readSync(descriptor, begin, 0, 2, 0) === 2 && !isGzip(begin))
        return new LogFile(descriptor, stat.size);
    } catch {
      // Whoever reads it as a stream says why it can't be.
      return undefined;
    }
    closeSync(descriptor);
    return undefined;
  }

  /** Some bytes from the midst of it, which are used again for the next ones; undefined where it can't be read. */
  at(position: number): Uint8Array | undefined {
    try {
      return this.#window.subarray(0, readSync(this.descriptor, this.#window, 0, PIECE, position));
    } catch {
      return undefined;
    }
  }

  /** The rest of it, as far as it goes by then. @throws {LogStreamError} */
  async *from(start: number): AsyncGenerator<Uint8Array> {
    const options = { fd: this.descriptor, start, highWaterMark: PIECE, autoClose: false };
    try {
      yield* createReadStream("", options) as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw LogStreamError.at(error);
    }
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** A part of a file: from one byte to another (exclusive), to its end where that is undefined. */
export interface FilePart {
  readonly start: number;
  readonly end: number | undefined;
}

/** The bytes of a part, each piece in the same memory. @throws {LogStreamError} */
export function* piecesOf(descriptor: number, { start, end = Infinity }: FilePart): Generator<Uint8Array> {
  const memory = new Uint8Array(PIECE);
  for (let at = start; at < end;) {
    const length = readAt(descriptor, memory, Math.min(PIECE, end - at), at);
    if (length === 0) return;
    yield memory.subarray(0, length);
    at += length;
  }
}

function readAt(descriptor: number, memory: Uint8Array, most: number, at: number): number {
  try {
    return readSync(descriptor, memory, 0, most, at);
  } catch (error) {
    throw LogStreamError.at(error);
  }
}
