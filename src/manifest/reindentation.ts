/** A text with lines indented deeper, and how to get back to the offsets of the original. */
export interface Reindentation {
  readonly text: string;
  /** Where blanks were put in (offsets of the new text, ascending), how many, and how many before them. */
  readonly inserted: readonly { readonly at: number; readonly count: number; readonly before: number }[];
}

/** The offset in the original text that an offset in the repaired text stands for. */
export function originalOffset({ inserted }: Reindentation, offset: number): number {
  let low = 0;
  let high = inserted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inserted[middle]?.at ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  const last = inserted[low - 1];
  if (last === undefined) return offset;
  return offset - last.before - Math.min(last.count, offset - last.at);
}
