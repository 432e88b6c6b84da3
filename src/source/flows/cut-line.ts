import type { LogLine } from "./reader.js";

/** A number that no piece of any log has had. */
export function nextPiece(): number {
  return ++pieces;
}

let pieces = 0;

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** A line of a piece: one object that is handed on again and again. */
export class CutLine implements LogLine {
  bytes: Uint8Array = new Uint8Array();
  start = 0;
  end = 0;
  piece = -1;
  #text: string | undefined;

  at(bytes: Uint8Array, start: number, end: number, piece: number): this {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.piece = piece;
    this.#text = undefined;
    return this;
  }

  text(): string {
    this.#text ??= DECODER.decode(this.bytes.subarray(this.start, this.end));
    return this.#text;
  }
}
