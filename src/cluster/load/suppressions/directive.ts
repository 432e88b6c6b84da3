import { isDay } from "../../../base/text/day.js";
import type { Span } from "../../../source/manifest/source.js";

/** What stands in a comment behind `anp: ignore`, or in the annotation: `[rule-a, rule-b until 2027-01-31] reason`. */
export interface Directive {
  readonly rules: readonly { readonly id: string; readonly span: Span }[];
  readonly reason: string;
  /** The last day, `2027-01-31`. */
  readonly until?: string;
}

/** More nobody names for one line; what is longer is not read as a list. */
const MOST_RULES = 20;
const LONGEST_LIST = 2000;

/** A longer one is cut: it is shown with every finding that it is about. */
const LONGEST_REASON = 500;

/**
 * Reads `[rule-a, rule-b] reason` and `[rule-a until 2027-01-31] reason`. The reason may stand behind a dash or a colon.
 * @param offset where the text begins in its file
 * @returns undefined for text of another form
 */
export function readDirective(text: string, offset: number): Directive | undefined {
  const open = text.length - text.trimStart().length;
  const close = text.indexOf("]");
  if (text[open] !== "[" || close === -1 || close > LONGEST_LIST) return undefined;
  const rules = [];
  let at = open + 1;
  const list = text.slice(at, close);
  const end = /\suntil\s/.exec(list);
  const until = end === null ? undefined : list.slice(end.index + end[0].length).trim();
  if (until !== undefined && !isDay(until)) return undefined;
  const parts = list.slice(0, end?.index).split(",", MOST_RULES + 1);
  if (parts.length > MOST_RULES) return undefined;
  for (const part of parts) {
    const id = part.trim();
    if (id === "") return undefined;
    const start = offset + at + part.indexOf(id);
    rules.push({ id, span: { start, end: start + id.length } });
    at += part.length + 1;
  }
  const reason = reasonIn(text.slice(close + 1));
  return until === undefined ? { rules, reason } : { rules, reason, until };
}

/** Punctuation alone says nothing. */
function reasonIn(text: string): string {
  const reason = text
    .slice(0, 2 * LONGEST_REASON)
    .replace(/^[\s:–—-]{1,20}/u, "")
    .trim();
  return /[\p{L}\p{N}]/u.test(reason) ? reason.slice(0, LONGEST_REASON).toWellFormed() : "";
}
