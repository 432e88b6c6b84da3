import { droppedLine } from "./dropped-line.js";
import type { SourceFile } from "./source.js";
import { scanJson, type JsonScan } from "./json.js";
import type { Keeping } from "./document.js";

/** One document's text inside a stream, as kubectl's reader cuts it (S-IN-1a). */
export interface Cut {
  readonly start: number;
  readonly end: number;
  /** Where the text begins that the reader is given: behind the separator, where kubectl drops that. */
  readonly body: number;
  readonly syntax: "yaml" | "json";
  /** Why kubectl stops here; `at` is where in the file. */
  readonly problem?: { readonly code: "separator-with-text"; readonly at: number };
  /** Where a last line begins, behind the end, that kubectl drops. */
  readonly dropped?: number;
}

/** The documents of a stream; JSON ones are read by the cutting, for only their end tells where they end. */
export interface CutStream {
  readonly cuts: readonly Cut[];
  /** The readings of the first cuts, those that are JSON. */
  readonly scans: readonly JsonScan[];
}

/** The documents of a stream. */
export function cutStream(file: SourceFile): readonly Cut[] {
  return readStream(file).cuts;
}

/**
 * Cuts a stream into documents. A text whose first character is `{` is a sequence of JSON values until one fails to
 * parse; everything else is YAML, cut at lines of `---` followed by blanks or a comment, whatever YAML itself would say
 * (a block scalar does not protect a `---` at the start of a line).
 * @param keeping what to build of JSON
 */
export function readStream(file: SourceFile, keeping?: Keeping): CutStream {
  const { text } = file;
  const cuts: Cut[] = [];
  const scans: JsonScan[] = [];
  let start = 0;
  if (BEGINS_JSON.test(text.slice(0, JSON_PEEK))) start = cutJson(text, cuts, scans, keeping);
  if (start < text.length || cuts.length === 0) {
    const dropped = droppedLine(text, start);
    // kubectl looks at a separator before it drops the line.
    const isSeparator = dropped !== undefined && text.startsWith("---", dropped);
    const isKept = dropped === undefined || (isSeparator && behindSeparator(text, dropped) !== undefined);
    cutYaml(isKept ? text : text.slice(0, dropped), start, cuts);
    const last = cuts.at(-1);
    if (!isKept && !isSeparator && last !== undefined) cuts[cuts.length - 1] = { ...last, dropped };
  }
  return { cuts, scans };
}

/** Blanks are those of Go, to which a byte-order mark is none. */
const SPACE = "\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BEGINS_JSON = new RegExp(`^[${SPACE}]*\\{`, "u");
const NOT_SPACE = new RegExp(`[^${SPACE}]`, "u");

/** How far kubectl looks for the `{` that makes a stream JSON. */
const JSON_PEEK = 4096;

/** Goes behind what JSON takes for blanks. */
function behindJsonBlanks(text: string, from: number): number {
  let at = from;
  while (" \t\r\n".includes(text[at] ?? "x")) at++;
  return at;
}

/** Cuts leading JSON values; returns where YAML takes over, or the text's length. */
function cutJson(text: string, cuts: Cut[], scans: JsonScan[], keeping: Keeping | undefined): number {
  let position = 0;
  for (;;) {
    const start = behindJsonBlanks(text, position);
    if (start >= text.length) return text.length;
    const scan = scanJson(text, start, keeping?.parts, keeping?.twins);
    if (scan.problem !== undefined) {
      // After a second JSON value the stream is JSON for good, and what follows is a JSON error, reported as such. So it is
      // where too little follows, or U+FFFD: the reader looks at four bytes, and decodes a character, before it tries YAML.
      // What nests too deep as JSON would as YAML.
      if (cuts.length > 1 || scan.problem.code === "depth" || endsAtOnce(text, position)) {
        cuts.push({ start, end: text.length, body: start, syntax: "json" });
        scans.push(scan);
        return text.length;
      }
      return restOfLine(text, position);
    }
    cuts.push({ start, end: scan.end, body: start, syntax: "json" });
    scans.push(scan);
    position = scan.end;
  }
}

/**
 * True where fewer than four bytes are left at some blank, or behind the blanks, or where these end with the character that
 * stands for what is none.
 */
function endsAtOnce(text: string, position: number): boolean {
  const from = restOfLine(text, position);
  const looksFrom = from > position && text[from - 1] === "\n" ? from - 1 : from;
  if (text[looksFrom] === "\ufffd") return true;
  return text.length - looksFrom < 4 && new TextEncoder().encode(text.slice(looksFrom)).length < 4;
}

/** Blanks up to and including the first line break are dropped where YAML takes over from JSON. */
function restOfLine(text: string, position: number): number {
  const blanks = text.slice(position).search(NOT_SPACE);
  const next = blanks === -1 ? text.length : position + blanks;
  const lineBreak = text.indexOf("\n", position);
  return lineBreak === -1 || lineBreak > next ? next : lineBreak + 1;
}

function cutYaml(text: string, from: number, cuts: Cut[]): void {
  let start = from;
  let body = from;
  for (let lineStart = text.startsWith("---", from) ? from : nextSeparator(text, from); lineStart !== -1;) {
    const behind = Math.min(endOfLine(text, lineStart) + 1, text.length);
    const at = behindSeparator(text, lineStart);
    if (at !== undefined) {
      // The document in front of it has not been handed on: it is lost with the rest.
      const problem = { code: "separator-with-text", at } as const;
      cuts.push({ start, end: text.length, body, syntax: "yaml", problem });
      return;
    }
    // A separator belongs to the document that it opens. It is part of its text only where nothing precedes it.
    if (lineStart > start) {
      cuts.push({ start, end: lineStart, body, syntax: "yaml" });
      start = lineStart;
      body = lineStart > body ? behind : lineStart;
    }
    lineStart = nextSeparator(text, behind);
  }
  if (text.length > start || cuts.length === 0) cuts.push({ start, end: text.length, body, syntax: "yaml" });
}

/** Where text stands on a line that begins with `---`, other than blanks and a comment: that keeps it from separating. */
function behindSeparator(text: string, lineStart: number): number | undefined {
  const from = lineStart + 3;
  const found = text.slice(from, endOfLine(text, lineStart)).search(NOT_SPACE);
  return found === -1 || text[from + found] === "#" ? undefined : from + found;
}

/** The start of the next line that begins with `---`, or -1. */
function nextSeparator(text: string, from: number): number {
  const found = text.indexOf("\n---", Math.max(0, from - 1));
  return found === -1 ? -1 : found + 1;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
