import { commentsIn } from "../../../source/manifest/comments.js";
import { nearest } from "../../../base/text/nearest.js";
import { readDirective } from "./directive.js";
import { textIn, type Document } from "../../../source/manifest/document.js";
import { writtenSubject } from "./subject.js";
import type { Span } from "../../../source/manifest/source.js";
import type { Suppression } from "../../problems/suppression.js";

/**
 * The suppressions in the comments of a document: `# anp: ignore[rule-id] reason`. Behind something in its line it is about that
 * line; alone in a line, about the next line that holds something else than a comment.
 */
export function* suppressingComments(document: Document): Generator<Suppression> {
  // Most files hold none: they are not scanned for it.
  if (document.cut.syntax === "json" || !/\banp[ \t]*:/.test(textIn(document))) return;
  const { text } = document.file;
  const comments = commentsIn(document);
  const lines = coveredLines(document, comments);
  for (const [i, comment] of comments.entries()) {
    const behind = behindMarker(text.slice(comment.start, comment.end));
    const line = lines[i];
    if (behind === undefined || line === undefined) continue;
    const from = comment.start + behind;
    const directive = readDirective(text.slice(from, comment.end), from);
    yield {
      by: "comment",
      rules: (directive?.rules ?? []).map(({ id, span }) => ({ id, at: { document, span } })),
      reason: directive?.reason ?? "",
      ...(directive?.until === undefined ? {} : { until: directive.until }),
      at: { document, span: comment },
      covers: { type: "line", document, line },
      subject: writtenSubject(document),
    };
  }
}

/** Where the text behind `# anp: ignore` begins; undefined for a comment about something else. */
function behindMarker(comment: string): number | undefined {
  const found = /^#{1,20}[ \t]{0,20}anp[ \t]{0,20}:[ \t]{0,20}([\w-]{1,40})/.exec(comment);
  const [marker = "", word = ""] = found ?? [];
  if (found === null) return undefined;
  if (word.toLowerCase() === WORD) return marker.length;
  // A word that is misspelt is told as one: what it stands before is no list of rules.
  const isMisspelt = word.toLowerCase().startsWith(WORD) || nearest(word, [WORD]).length > 0;
  return isMisspelt ? comment.length : undefined;
}

const WORD = "ignore";

/** The lines that comments are about, each in its comment's place. From the last to the first: those in a row share one. */
function coveredLines({ file: { text }, cut }: Document, comments: readonly Span[]): Span[] {
  const lines: Span[] = [];
  let below: Span = { start: cut.end, end: cut.end };
  for (let i = comments.length - 1; i >= 0; i--) {
    const { start, end } = comments[i] ?? below;
    const begin = lineStart(text, start);
    const isAlone = text.slice(begin, start).trim() === "";
    below = isAlone ? (lineBelow(text, end, cut.end) ?? below) : { start: begin, end };
    lines[i] = below;
  }
  return lines;
}

/** The next line that holds something; undefined where that is a comment, and where there is none. */
function lineBelow(text: string, from: number, end: number): Span | undefined {
  for (let at = nextLine(text, from); at < end; at = nextLine(text, at)) {
    const until = lineEnd(text, at);
    const first = text.slice(at, until).trimStart()[0];
    // Behind a comment no scalar is open: what begins with `#` is a comment too.
    if (first !== undefined) return first === "#" ? undefined : { start: at, end: until };
  }
  return { start: end, end };
}

function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isBreak(text, start - 1)) start--;
  return start;
}

function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isBreak(text, end)) end++;
  return end;
}

function nextLine(text: string, at: number): number {
  const end = lineEnd(text, at);
  return text[end] === "\r" && text[end + 1] === "\n" ? end + 2 : end + 1;
}

function isBreak(text: string, at: number): boolean {
  return text[at] === "\n" || text[at] === "\r";
}
