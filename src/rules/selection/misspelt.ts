import { nearest } from "../../text/nearest.js";

/** A part of a name that may be misspelt: one of three letters has too many neighbours that are words of their own. */
const SHORTEST = 4;

/** The candidate that a word is a misspelling of; undefined where it may as well be another name. */
export function meantBy(word: string, candidates: Iterable<string>): string | undefined {
  const others = [...candidates].filter((each) => each !== word);
  return others.find((each) => folded(each) === folded(word)) ?? nearest(word, others).find((each) => isSlip(word, each));
}

/** The same letters: in another case, or with other separators. */
function folded(word: string): string {
  return word.toLowerCase().replaceAll(/[-_./]/g, "");
}

/**
 * True where two names differ in one part, and by a slip: not by a number, a single letter or a short code, as names in
 * a row do (`db-1` and `db-2`, `shop-eu` and `shop-us`).
 */
function isSlip(word: string, candidate: string): boolean {
  const parts = word.toLowerCase().split(SEPARATOR);
  const others = candidate.toLowerCase().split(SEPARATOR);
  if (parts.length !== others.length) return false;
  const differing = parts.flatMap((part, i) => (part === others[i] ? [] : [[part, others[i] ?? ""] as const]));
  const [only, ...more] = differing;
  if (only === undefined || more.length > 0) return false;
  const [part, other] = only;
  if (Math.max(part.length, other.length) < SHORTEST || letters(part) === letters(other)) return false;
  return nearest(part, [other]).length > 0;
}

const SEPARATOR = /[-_./]/;

function letters(part: string): string {
  return part.replaceAll(/\d/g, "");
}
