/** Counts the bytes of lines that are written, and keeps some for what ends them. */
export class Budget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes - RESERVE;
  }

  /** Whether there is room for a line. */
  has(line: string): boolean {
    return byteLength(line) <= this.#left;
  }

  /** @returns the line, which is counted now */
  spend(line: string): string {
    this.#left -= byteLength(line);
    return line;
  }
}

/** For what says how much is left out, and closes what is open. */
const RESERVE = 1000;

/** With the line break. */
function byteLength(line: string): number {
  return new TextEncoder().encode(line).length + 1;
}
