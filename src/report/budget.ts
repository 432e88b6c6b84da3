import { byteLength } from "../base/text/byte-length.js";

/** Counts the bytes of lines that are written, and keeps some for what ends them. */
export class Budget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes - RESERVE;
  }

  /** Whether there is room for a line. */
  has(line: string): boolean {
    return lengthOf(line) <= this.#left;
  }

  /** @returns the line, which is counted now */
  spend(line: string): string {
    this.#left -= lengthOf(line);
    return line;
  }
}

/** For what says how much is left out, and closes what is open. */
const RESERVE = 1000;

/** In bytes, with the line break. */
function lengthOf(line: string): number {
  return byteLength(line) + 1;
}
