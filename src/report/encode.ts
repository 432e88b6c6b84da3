/**
 * Characters that move the cursor, hide text or turn its direction: control and format characters (C0, DEL, C1, bidi,
 * zero-width), line and paragraph separators, lone surrogates, what is ignored or shown as nothing.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Makes text that came from input safe for any stream: what is invisible or would command a terminal becomes a visible
 * escape. Every string of the input passes here before it is printed, on a terminal or not.
 */
export function encode(text: string): string {
  if (text.length <= SCREENFUL) return shortened(encodeWhole(text), 0);
  return shortened(encodeWhole(text.slice(0, SCREENFUL)), text.length - SCREENFUL);
}

/** The same however long the text is: for a place of which no part may be missing. */
export function encodeWhole(text: string): string {
  return PLAIN.test(text) ? text : text.replaceAll(UNSAFE, escapeOf);
}

/** A text of which nothing is to be escaped: most are, and properties of characters take long to look up. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Characters of 25 lines of 80: a longer name or message would push everything else off the screen. */
const SCREENFUL = 2000;

/** A text cut so that it fills no more than the screen. @param left how many characters are left out already */
function shortened(text: string, left: number): string {
  if (text.length <= SCREENFUL && left === 0) return text;
  const kept = text.slice(0, SCREENFUL - 30).toWellFormed();
  return `${kept}… (${text.length - kept.length + left} more)`;
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  if (character === "\r") return "\\r";
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}

/**
 * Breaks up what a CI runner would execute: `::command::` where a line begins, `##[command]` and `##vso[` anywhere.
 * For whole lines of human text, after {@link encode}.
 */
export function defuse(line: string): string {
  if (!line.includes("::") && !line.includes("##")) return line;
  return line.replace(/^(\s*):(?=:)/, "$1: ").replaceAll(/##(?=\[|vso\[)/gi, "# #");
}

/**
 * A value as JSON in which the same characters, and what a CI runner would execute, are JSON's own escapes: whoever parses
 * it gets the texts unchanged.
 */
export function encodeJson(value: unknown): string {
  return `${escapedJson(JSON.stringify(value, undefined, 2))}\n`;
}

/** The same in one line, as a piece of a larger text. */
export function encodeJsonLine(value: unknown): string {
  return escapedJson(JSON.stringify(value));
}

function escapedJson(json: string): string {
  return json.replaceAll(LOOKED_AT_IN_JSON, (character) =>
    character === "#" || UNSAFE_ALONE.test(character) ? unitEscapes(character) : character,
  );
}

/**
 * The first `#` of a runner's command, and what may be {@link UNSAFE}: not the line breaks that JSON is laid out with. A
 * report is millions of characters, most of them plain.
 */
const LOOKED_AT_IN_JSON = /[^\n\x20-\x7e]|#(?=#(?:\[|[vV][sS\u017f][oO]\[))/gu;

const UNSAFE_ALONE = new RegExp(UNSAFE.source, "u");

function unitEscapes(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
