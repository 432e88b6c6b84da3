/** A text before and behind an edit. */
export interface Listing {
  readonly before: string;
  readonly after: string;
}

/**
 * Reads a listing: `|` in front of a line that stays, `-` of one that goes, `+` of one that comes, each followed by a
 * blank; `∎` ends a line without a line break, as git's `\ No newline at end of file` does.
 */
export function listing(text: string): Listing {
  const lines = text
    .split("\n")
    .map((line) => line.trimStart())
    .filter((line) => line !== "");
  const side = (gone: string): string =>
    lines
      .filter((line) => !line.startsWith(gone))
      .map((line) => (line.endsWith("∎") ? line.slice(2, -1) : `${line.slice(2)}\n`))
      .join("");
  return { before: side("+"), after: side("-") };
}
