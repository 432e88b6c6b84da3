import { mayShiftLines } from "./byte-order-mark.js";
import type { Cut } from "./stream.js";
import type { ReadProblem } from "./problem.js";

// eslint-disable-next-line no-control-regex
const REFUSED_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/g;
// eslint-disable-next-line no-control-regex
const SUSPICIOUS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** The text that was searched last, from where, and where the first suspicious character stands: a file has many documents. */
let searched = { text: "", from: 0, found: 0 };

function nextSuspicious(text: string, from: number): number {
  if (searched.text !== text || from < searched.from || from > searched.found) {
    SUSPICIOUS.lastIndex = from;
    searched = { text, from, found: SUSPICIOUS.exec(text)?.index ?? text.length };
  }
  return searched.found;
}

/**
 * Finds a character that Kubernetes' reader refuses, or that it takes for a line break and JavaScript's readers do not
 * (U+0085, U+2028, U+2029: what looks like a comment to a reviewer would be a key to the server), or a byte-order mark
 * behind which that reader loses characters.
 */
export function refusedCharacter(text: string, { body, end }: Cut): ReadProblem | undefined {
  if (nextSuspicious(text, body) >= end) return undefined;
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
