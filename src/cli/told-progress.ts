import { Progress } from "./progress.js";
import { Writable } from "node:stream";
import type { Io, OutputStream } from "./io.js";

/** A run that says on a terminal what it is doing, once that takes a while. */
export interface ToldRun {
  readonly io: Io;
  /** Takes the line away. */
  readonly end: () => void;
}

/**
 * Lets a run tell what it is doing, on the terminal that standard error is. @param isFree true where nothing else is written to that
 * terminal before the run is over: what is told must not stand in the middle of a report
 * @returns undefined where nobody would see it
 */
export function toldProgress(io: Io, isFree: boolean): ToldRun | undefined {
  const { stdin, stdout, stderr, env } = io;
  if (stderr.isTTY !== true || env["TERM"] === "dumb" || !isFree) return undefined;
  const progress = new Progress(stderr);
  return {
    io: {
      stdin,
      stdout,
      stderr: new ClearingStream(stderr, () => progress.clear()),
      env,
      cwd: () => io.cwd(),
      on: (event, listener) => io.on?.(event, listener),
      off: (event, listener) => io.off?.(event, listener),
      tell: (what) => progress.show(what),
    },
    end: () => progress.clear(),
  };
}

/** A terminal on which the line of progress goes before anything is written. */
class ClearingStream extends Writable implements OutputStream {
  readonly isTTY = true;
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  readonly #to: OutputStream;
  readonly #clear: () => void;

  constructor(to: OutputStream, clear: () => void) {
    super({ decodeStrings: false });
    this.#to = to;
    this.#clear = clear;
    this.columns = to.columns;
    this.rows = to.rows;
  }

  override _write(
    chunk: string | Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    this.#clear();
    this.#to.write(chunk, (error) => done(error));
  }
}
