/** Where the line of an offset begins. */
export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** Where the line of an offset ends, in front of its LF or CR LF. */
export function lineEnd(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  if (found === -1) return text.length;
  return found > at && text[found - 1] === "\r" ? found - 1 : found;
}

/** Where the line in front of the one of an offset ends. */
export function previousLineEnd(text: string, at: number): number {
  return lineEnd(text, lineStart(text, Math.max(0, lineStart(text, at) - 1)));
}

/** Where the line behind the one of an offset begins; the text's length behind the last one. */
export function nextLine(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  return found === -1 ? text.length : found + 1;
}

/** The column of an offset, from 0. */
export function column(text: string, at: number): number {
  return at - lineStart(text, at);
}

/** The blanks with which the line of an offset begins. */
export function indentation(text: string, at: number): string {
  const start = lineStart(text, at);
  let end = start;
  while (isBlank(text[end])) end++;
  return text.slice(start, end);
}

/** True where nothing but blanks stands before an offset in its line. */
export function beginsLine(text: string, at: number): boolean {
  return lineStart(text, at) + indentation(text, at).length === at;
}

/** The first offset at or behind `at` in its line that is no blank; the line's end where there is none. */
export function behindBlanksInLine(text: string, at: number): number {
  let end = at;
  while (isBlank(text[end])) end++;
  return end;
}

/** True where the rest of the line is blanks, or a comment. */
export function endsLine(text: string, at: number): boolean {
  const next = behindBlanksInLine(text, at);
  return next === lineEnd(text, at) || (text[next] === "#" && next > at);
}

/**
 * Where the last line of an entry ends, comments below it that are indented deeper included.
 * @param valueEnd where the entry itself ends
 * @param at the column of its collection
 */
export function behindEntry(text: string, valueEnd: number, at: number): number {
  // A collection whose last text has several lines ends behind the line breaks below it.
  let end = lineEnd(text, trimmedEnd(text, valueEnd));
  for (;;) {
    const next = nextLine(text, end);
    const blanks = indentation(text, next).length;
    if (next >= text.length || text[next + blanks] !== "#" || blanks <= at) return end;
    end = lineEnd(text, next);
  }
}

/** Where the last character in front of an offset ends that is neither a blank nor a line break. */
export function trimmedEnd(text: string, at: number): number {
  let end = at;
  while (end > 0 && /\s/.test(text[end - 1] ?? "")) end--;
  return end;
}

/** Lines as they stand in a text, each one indented; those of nothing stay empty. */
export function indented(lines: readonly string[], by: string): string[] {
  return lines.map((line) => (line === "" ? line : by + line));
}

/** Lines as comments. */
export function commentLines(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? "#" : `# ${line}`));
}

/** Lines that were indented by `from`, indented by `to`; those that were not are left as they are. */
export function moved(lines: readonly string[], from: string, to: string): string[] {
  if (from === to) return [...lines];
  return lines.map((line) => (line !== "" && line.startsWith(from) ? to + line.slice(from.length) : line));
}

/** The lines that a range of a text consists of, without their line breaks; none where it is empty. */
export function linesIn(text: string, start: number, end: number): string[] {
  return end <= start
    ? []
    : text
        .slice(start, end)
        .replace(/\r?\n$/, "")
        .split(/\r?\n/);
}

/** Lines that begin in the middle of one, at a column: those behind the first are indented to it. */
export function inPlace(lines: readonly string[], at: number, lineBreak: string): string {
  const [first = "", ...rest] = lines;
  return [first, ...indented(rest, " ".repeat(at))].join(lineBreak);
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}
