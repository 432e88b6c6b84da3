import { CR, LF, isBlank, isBreak } from "./characters.js";

/** How lines become one text: a single break is a blank, of several the first one is dropped; blanks around them go. */
export function foldedLines(text: string): string {
  let result = "";
  for (let at = 0; ;) {
    const lineEnd = nextBreak(text, at);
    if (lineEnd === text.length) return result + text.slice(at);
    let end = lineEnd;
    while (end > at && isBlank(text.charCodeAt(end - 1))) end--;
    const { at: next, breaks } = behindBreaks(text, lineEnd);
    result += text.slice(at, end) + (breaks === 1 ? " " : "\n".repeat(breaks - 1));
    at = next;
  }
}

function nextBreak(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isBreak(text.charCodeAt(at))) at++;
  return at;
}

/** Passes over line breaks and blanks. */
export function behindBreaks(text: string, from: number): { at: number; breaks: number } {
  let at = from;
  let breaks = 0;
  for (;;) {
    const code = text.charCodeAt(at);
    if (isBreak(code)) {
      at = behindBreak(text, at);
      breaks++;
    } else if (isBlank(code)) at++;
    else return { at, breaks };
  }
}

/** Where the line break ends that begins at an offset: LF, CR LF, CR, or CR CR LF (see {@link Cursor.passBreak}). */
export function behindBreak(text: string, at: number): number {
  if (text.charCodeAt(at) !== CR) return at + 1;
  if (text.charCodeAt(at + 1) === LF) return at + 2;
  return text.charCodeAt(at + 1) === CR && text.charCodeAt(at + 2) === LF ? at + 3 : at + 1;
}
