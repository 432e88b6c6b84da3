import { fstatSync, writeSync } from "node:fs";
import { Writable } from "node:stream";
import { writeFailure } from "./write-failure.js";
import type { Io, OutputStream } from "./io.js";

/** The streams of a run, and what kept one of them from being written to its end. */
export interface WatchedStreams {
  readonly io: Io;
  /** Waits until what was written has left; the first fault of standard output, else of standard error, in words. */
  settled(): Promise<string | undefined>;
}

/**
 * Watches standard output and standard error. A reader that has seen enough closes the pipe: that is no fault. Anything
 * else, a full device for instance, means that not everything was said.
 */
export function watchStreams(io: Io): WatchedStreams {
  const faults = new Map<OutputStream, string>();
  const watched = (given: OutputStream, name: string): OutputStream => {
    const stream = writtenWhole(given);
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE" || faults.has(stream)) return;
      faults.set(stream, `cannot write to ${name}: ${writeFailure(error)}`);
    });
    return stream;
  };
  const [stdout, stderr] = [watched(io.stdout, "standard output"), watched(io.stderr, "standard error")];
  return {
    io: {
      stdin: io.stdin,
      stdout,
      stderr,
      env: io.env,
      cwd: () => io.cwd(),
      on: (event, listener) => io.on?.(event, listener),
      off: (event, listener) => io.off?.(event, listener),
    },
    settled: async () => {
      await Promise.all([stdout, stderr].map(flushed));
      // A stream that has failed is told of before its error is.
      await new Promise((resolve) => setImmediate(resolve));
      return faults.get(stdout) ?? faults.get(stderr);
    },
  };
}

/** When what was written to a stream has left, or it has failed: it says so itself. */
async function flushed(stream: Writable): Promise<void> {
  try {
    await new Promise<void>((resolve) => {
      if (stream.writable) stream.write("", () => resolve());
      else resolve();
    });
  } catch {
    // A stream of a host's own may throw.
  }
}

/**
 * A stream that writes all of each chunk before it takes the next one. Node writes to a file once and takes what the device
 * had room for as the whole: the text would be cut off, and nobody told. Of what a pipe has no room for it keeps a copy: a map
 * of millions of flows would be in memory as a whole, or not fit.
 */
function writtenWhole(stream: OutputStream & { readonly fd?: unknown }): OutputStream {
  const { fd } = stream;
  const kind = typeof fd === "number" ? kindOf(fd) : undefined;
  if (typeof fd !== "number" || kind === undefined) return stream;
  const encoder = new Encoder();
  const whole = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, encoding, done) {
      try {
        const bytes = typeof chunk === "string" ? encoder.bytesOf(chunk, encoding) : chunk;
        for (let from = 0; from < bytes.length;) from += written(fd, bytes, from);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return kind === "file" ? Object.assign(whole, { isFile: true }) : whole;
}

/** So many bytes are encoded into the same buffer: what is written has left before the next text comes. */
const ROOM = 1 << 18;

/** As UTF-8, a text has no more bytes than this for each of its units. */
const MOST_BYTES_OF_A_UNIT = 3;

/** Makes texts into bytes. A new buffer for each of thousands takes as long as to write them. */
class Encoder {
  #room: Buffer | undefined;

  /** The bytes of a text, until the next one is asked for. */
  bytesOf(text: string, encoding: BufferEncoding): Uint8Array {
    const isUtf8 = encoding === "utf8" || encoding === "utf-8";
    if (!isUtf8 || text.length * MOST_BYTES_OF_A_UNIT > ROOM) return Buffer.from(text, encoding);
    this.#room ??= Buffer.allocUnsafeSlow(ROOM);
    return this.#room.subarray(0, this.#room.write(text, "utf8"));
  }
}

/** How many bytes of a chunk were taken; none, after a while, where the reader of a pipe is behind. */
function written(descriptor: number, chunk: Uint8Array, from: number): number {
  try {
    return writeSync(descriptor, chunk, from);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    Atomics.wait(NEVER, 0, 0, MILLISECONDS_BETWEEN_TRIES);
    return 0;
  }
}

const NEVER = new Int32Array(new SharedArrayBuffer(4));
const MILLISECONDS_BETWEEN_TRIES = 2;

/** What is written to at once; undefined for a terminal, and for what is not open. */
function kindOf(descriptor: number): "file" | "pipe" | undefined {
  try {
    const found = fstatSync(descriptor);
    if (found.isFile()) return "file";
    return found.isFIFO() || found.isSocket() ? "pipe" : undefined;
  } catch {
    return undefined;
  }
}
