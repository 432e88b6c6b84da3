import { mayShiftLines } from "./byte-order-mark.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { Cut } from "./stream.js";
import type { ReadProblem } from "./problem.js";
import type { SourceFile } from "./source.js";

// eslint-disable-next-line no-control-regex
const REFUSED_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/g;
// eslint-disable-next-line no-control-regex
const SUSPICIOUS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** From where a file was searched last, and where the first suspicious character stands: a file has many documents. */
const searchedOf = oncePer((_file: SourceFile) => ({ from: 0, found: -1 }));

function nextSuspicious(file: SourceFile, from: number): number {
  const searched = searchedOf(file);
  if (from < searched.from || from > searched.found) {
    SUSPICIOUS.lastIndex = from;
    searched.from = from;
    searched.found = SUSPICIOUS.exec(file.text)?.index ?? file.text.length;
  }
  return searched.found;
}

/**
 * Finds a character that Kubernetes' reader refuses, or that it takes for a line break and JavaScript's readers do not
 * (U+0085, U+2028, U+2029: what looks like a comment to a reviewer would be a key to the server), or a byte-order mark
 * behind which that reader loses characters.
 */
export function refusedCharacter(file: SourceFile, { body, end }: Cut): ReadProblem | undefined {
  if (nextSuspicious(file, body) >= end) return undefined;
  const { text } = file;
  REFUSED_CHARACTER.lastIndex = body;
  const start = REFUSED_CHARACTER.exec(text)?.index ?? end;
  if (start >= end) {
    const mark = mayShiftLines(text, body, end);
    if (mark === undefined) return undefined;
    return { code: "control-character", at: { start: mark, end: mark + 1 }, detail: "U+FEFF" };
  }
  const character = text.charAt(start);
  const isLineBreak = /[\x85\u2028\u2029]/.test(character);
  const codePoint = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return {
    code: isLineBreak ? "unicode-line-break" : "control-character",
    at: { start, end: start + 1 },
    detail: `U+${codePoint}`,
  };
}
