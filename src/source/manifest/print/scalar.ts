import { resolvePlain } from "../scalar.js";

/** The quotes of a text. */
export type Quotes = "double" | "single";

/** What a scalar stands in: brackets end a text at more characters. */
export type Surroundings = "block" | "flow";

/** A scalar as YAML on one line that Kubernetes' reader, and any other one, reads as the same scalar. */
export function scalarText(value: null | boolean | number | bigint | string, within: Surroundings): string {
  if (typeof value !== "string") return String(value);
  if (isWord(value) || isPlain(value, within)) return value;
  // As few escapes as can be; a text that is no text without quotes has those that everybody knows.
  return value.includes('"') && !value.includes("'") && mayBeSingle(value) && !isSomethingElse(value)
    ? `'${value}'`
    : textInDoubleQuotes(value);
}

/** A text in the quotes that an older one had; single ones can hold one line of what is visible only. */
export function quotedText(value: string, quotes: Quotes): string {
  return quotes === "single" && mayBeSingle(value)
    ? `'${value.replaceAll("'", "''")}'`
    : textInDoubleQuotes(value);
}

/** A text in double quotes with the escapes of JSON: YAML reads them alike, but may not hold all that JSON may. */
export function textInDoubleQuotes(value: string): string {
  return JSON.stringify(value).replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Most keys and names are such words. */
function isWord(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_./-]*$/.test(text) && !isSomethingElse(text);
}

/** True for a text that is read as itself without quotes. */
function isPlain(text: string, within: Surroundings): boolean {
  if (isSomethingElse(text) || MARKED.test(text) || !VISIBLE.test(text)) return false;
  return within === "block" || !MARKED_IN_FLOW.test(text);
}

/** True for what is read as something else than text, by Kubernetes or by YAML 1.2: words, numbers, the key of a merge. */
function isSomethingElse(text: string): boolean {
  return NOT_TEXT.has(text) || NUMBER.test(text) || resolvePlain(text).type !== "string";
}

const NOT_TEXT: ReadonlySet<string> = new Set(["<<", "="]);

/** Numbers of any size: Kubernetes takes those that are too large for texts, others do not. */
const NUMBER =
  /^[-+]?(?:0x[0-9a-fA-F]+|0o[0-7]+|[0-9]+|(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)$/;

/** What begins, ends or is cut as something else: indicators, comments, keys, blanks at its ends, separators of documents. */
const MARKED = /^[\s,[\]{}#&*!|>'"%@`]|^[?-](?:\s|$)|^(?:---|\.\.\.)|:\s|\s#|[\s:]$/;

const MARKED_IN_FLOW = /[,[\]{}?]|^:/;

/** One line of visible characters with blanks between. */
const VISIBLE = /^[ \p{L}\p{M}\p{N}\p{P}\p{S}]*$/u;

function mayBeSingle(text: string): boolean {
  return VISIBLE.test(text);
}
