import type { OutputStream } from "./io.js";

/** How long a person waits without wondering, in milliseconds. */
const PATIENCE = 500;

/** Between two lines, in milliseconds. */
const PAUSE = 100;

/** Says on a terminal what is being read, once that takes a while; the line is gone when something else is written. */
export class Progress {
  readonly #stream: OutputStream;
  readonly #start = performance.now();
  #last = 0;
  #isShown = false;

  constructor(stream: OutputStream) {
    this.#stream = stream;
  }

  /** @param what text of our own, without control characters */
  show(what: string): void {
    const now = performance.now();
    if (this.#stream.isTTY !== true || now - this.#start < PATIENCE || now - this.#last < PAUSE) return;
    this.#last = now;
    this.#isShown = true;
    this.#stream.write(`\r${CLEAR_LINE}${what.slice(0, (this.#stream.columns ?? 80) - 1)}`);
  }

  clear(): void {
    if (this.#isShown) this.#stream.write(`\r${CLEAR_LINE}`);
    this.#isShown = false;
  }
}

const CLEAR_LINE = "\u001b[K";
