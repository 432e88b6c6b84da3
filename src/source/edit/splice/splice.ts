/** A half-open range of a text, and what stands there instead. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Puts a text in front of what stands at an offset. */
export function insertion(at: number, text: string): Splice {
  return { start: at, end: at, text };
}

/** Takes a range out. */
export function deletion(start: number, end: number): Splice {
  return { start, end, text: "" };
}

/** The text with splices that do not overlap, in ascending order. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let result = "";
  let done = 0;
  for (const { start, end, text: put } of splices) {
    result += text.slice(done, start) + put;
    done = end;
  }
  return result + text.slice(done);
}
