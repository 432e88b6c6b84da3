import type { SourceFile } from "./source.js";
import { behindBlanks } from "./blanks.js";
import { scanJson, type JsonScan } from "./json.js";
import type { Keeping } from "./document.js";

/** One document's text inside a stream, as kubectl's reader cuts it (S-IN-1a). */
export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly syntax: "yaml" | "json";
  /** Why kubectl stops here; `at` is where in the file. */
  readonly problem?: { readonly code: "separator-with-text" | "utf-16-second-document"; readonly at: number };
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
 * @param parts what to build of JSON
 */
export function readStream(file: SourceFile, parts?: Keeping["parts"]): CutStream {
  const { text } = file;
  const cuts: Cut[] = [];
  const scans: JsonScan[] = [];
  let start = 0;
  if (/^\s*\{/.test(text.slice(0, JSON_PEEK))) start = cutJson(text, cuts, scans, parts);
  if (start < text.length || cuts.length === 0) cutYaml(file, start, cuts);
  return { cuts, scans };
}

/** How far kubectl looks for the `{` that makes a stream JSON. */
const JSON_PEEK = 4096;

/** Cuts leading JSON values; returns where YAML takes over, or the text's length. */
function cutJson(text: string, cuts: Cut[], scans: JsonScan[], parts: Keeping["parts"] | undefined): number {
  let position = 0;
  for (;;) {
    const start = behindBlanks(text, position);
    if (start >= text.length) return text.length;
    const scan = scanJson(text, start, parts);
    if (scan.problem !== undefined) {
      // After a second JSON value the stream is JSON for good, and what follows is a JSON error, reported as such.
      if (cuts.length > 1) {
        cuts.push({ start, end: text.length, syntax: "json" });
        scans.push(scan);
        return text.length;
      }
      return restOfLine(text, position);
    }
    cuts.push({ start, end: scan.end, syntax: "json" });
    scans.push(scan);
    position = scan.end;
  }
}

/** Blanks up to and including the first line break are dropped where YAML takes over from JSON. */
function restOfLine(text: string, position: number): number {
  const next = behindBlanks(text, position);
  const lineBreak = text.indexOf("\n", position);
  return lineBreak === -1 || lineBreak > next ? next : lineBreak + 1;
}

function cutYaml(file: SourceFile, from: number, cuts: Cut[]): void {
  const { text } = file;
  let documentStart = from;
  let documents = 0;
  for (let lineStart = nextSeparator(text, from); lineStart !== -1;) {
    const lineEnd = endOfLine(text, lineStart);
    // A separator with nothing before it belongs to the document that it opens.
    if (lineStart > documentStart) {
      cuts.push(yamlCut(file, documentStart, lineStart, documents++));
      documentStart = lineStart;
    }
    const rest = text.slice(lineStart + 3, lineEnd).trim();
    if (rest !== "" && !rest.startsWith("#")) {
      const at = lineStart + 3 + text.slice(lineStart + 3, lineEnd).search(/\S/);
      cuts.push({
        start: lineStart,
        end: text.length,
        syntax: "yaml",
        problem: { code: "separator-with-text", at },
      });
      return;
    }
    const next = Math.min(lineEnd + 1, text.length);
    lineStart = nextSeparator(text, next);
  }
  if (text.length > documentStart || cuts.length === 0)
    cuts.push(yamlCut(file, documentStart, text.length, documents));
}

function yamlCut(file: SourceFile, start: number, end: number, documents: number): Cut {
  if (file.utf16 === true && documents > 0) {
    return { start, end, syntax: "yaml", problem: { code: "utf-16-second-document", at: start } };
  }
  return { start, end, syntax: "yaml" };
}

/** The start of the next line that begins with `---`, or -1. */
function nextSeparator(text: string, from: number): number {
  if ((from === 0 || text.charCodeAt(from - 1) === 0x0a) && text.startsWith("---", from)) return from;
  const found = text.indexOf("\n---", Math.max(0, from - 1));
  return found === -1 ? -1 : found + 1;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
