import { createGunzip } from "node:zlib";
import { createReadStream, fstatSync, openSync, closeSync } from "node:fs";
import { isGzip } from "./gzip.js";
import { LogStreamError } from "./log-stream-error.js";
import { piecesOf } from "./log-file.js";
import { pipeline, Readable } from "node:stream";
import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";

/** How a log is read. */
export interface LogStreamOptions {
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** Bytes that packed input may unpack to. */
  readonly mostUnpacked: number;
}

/**
 * The bytes of a log, piece by piece: of a file, a pipe, or `-` for standard input; what gzip has packed is unpacked, whatever
 * it is called. The memory of a piece is used again for the next one.
 * @throws {LogStreamError}
 */
export async function* logStream(path: string, options: LogStreamOptions): AsyncGenerator<Uint8Array> {
  const source = bytesOf(path === "-" ? options.stdin : openFile(resolve(options.cwd, path)));
  const first = await firstBytes(source);
  if (first === undefined) return;
  const all = withFirst(first, source);
  yield* isGzip(first) ? unpacked(all, options.mostUnpacked) : all;
}

/** The beginning of a log in a file, for a program that reads the file by itself. */
export interface LogBeginning {
  /** Undefined for an empty file. */
  readonly bytes: Uint8Array | undefined;
  readonly isPacked: boolean;
}

/**
 * What a file begins with. What gzip has packed is unpacked to its end, and kept nowhere: so that nobody unpacks more than is bounded.
 * @throws {LogStreamError} for what isn't a file, and for packed bytes that are broken or too many
 */
export async function logBeginning(
  path: string,
  { cwd, mostUnpacked }: Pick<LogStreamOptions, "cwd" | "mostUnpacked">,
): Promise<LogBeginning> {
  const source = bytesOf(openFile(resolve(cwd, path), false));
  const first = await firstBytes(source);
  if (first === undefined || !isGzip(first)) {
    await source.return(undefined);
    return { bytes: first, isPacked: false };
  }
  let bytes: Uint8Array | undefined;
  for await (const piece of unpacked(withFirst(first, source), mostUnpacked)) bytes ??= piece;
  return { bytes, isPacked: true };
}

const PIECE = 1 << 18;

/** A regular file, or a pipe where it is read only once; a device could go on for ever. */
function openFile(path: string, mayBePipe = true): AsyncIterable<Uint8Array> {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    throw new LogStreamError(code === "ENOENT" ? "file not found" : `can't be read (${code})`, true);
  }
  const stat = fstatSync(descriptor);
  if (!stat.isFile() && !(mayBePipe && stat.isFIFO())) {
    closeSync(descriptor);
    throw new LogStreamError("not a file", true);
  }
  return stat.isFile()
    ? fileBytes(descriptor)
    : createReadStream("", { fd: descriptor, highWaterMark: PIECE });
}

/** A file's bytes, all pieces in the same memory: new memory for each takes longer than reading it. */
async function* fileBytes(descriptor: number): AsyncGenerator<Uint8Array> {
  try {
    for (const piece of piecesOf(descriptor, { start: 0, end: undefined })) {
      yield piece;
      // Whoever waits for something else has a turn.
      await setImmediate();
    }
  } finally {
    closeSync(descriptor);
  }
}

async function* bytesOf(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of source) yield typeof piece === "string" ? Buffer.from(piece) : piece;
  } catch (error) {
    throw error instanceof LogStreamError ? error : LogStreamError.at(error);
  }
}

/** At least two bytes, where there are two. */
async function firstBytes(source: AsyncGenerator<Uint8Array>): Promise<Uint8Array | undefined> {
  let first: Uint8Array | undefined;
  while (first === undefined || first.length < 2) {
    const next = await source.next();
    if (next.done === true) return first;
    // One byte is copied before its memory is used again.
    first = first === undefined && next.value.length >= 2 ? next.value : joined(first, next.value);
  }
  return first;
}

function joined(first: Uint8Array | undefined, next: Uint8Array): Uint8Array {
  return Buffer.concat(first === undefined ? [next] : [first, next]);
}

async function* withFirst(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function* unpacked(packed: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: PIECE });
  // What goes wrong is thrown where the pieces are read.
  pipeline(Readable.from(kept(packed), { objectMode: true }), gunzip, () => undefined);
  let length = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > most) throw new LogStreamError(`unpacks to more than ${most} bytes`);
      yield piece;
    }
  } catch (error) {
    if (error instanceof LogStreamError) throw error;
    throw new LogStreamError(`broken gzip: ${brokenGzip(error as NodeJS.ErrnoException)}`);
  }
}

/** Each piece in memory of its own, for whoever takes the next one before he is done. */
async function* kept(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const each of pieces) yield new Uint8Array(each);
}

function brokenGzip({ code }: NodeJS.ErrnoException): string {
  if (code === "Z_BUF_ERROR") return "it ends in the middle";
  return code === "Z_DATA_ERROR" ? "its bytes are damaged" : (code ?? "unknown");
}
