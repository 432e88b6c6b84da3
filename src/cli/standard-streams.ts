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
 * A stream that writes all of each chunk. Node writes to a file once and takes what the device had room for as the whole:
 * the text would be cut off, and nobody told.
 */
function writtenWhole(stream: OutputStream & { readonly fd?: unknown }): OutputStream {
  const { fd } = stream;
  if (typeof fd !== "number" || !isRegularFile(fd)) return stream;
  const whole = new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      try {
        for (let from = 0; from < chunk.length;) from += writeSync(fd, chunk, from);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return Object.assign(whole, { isFile: true });
}

function isRegularFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
