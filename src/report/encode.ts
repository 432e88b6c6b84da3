/**
 * Characters that move the cursor, hide text or turn its direction: C0, DEL, C1, line and paragraph separators, bidi
 * controls, zero-width and other invisible characters, lone surrogates.
 */
const UNSAFE =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class
  /[\0-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]/g;

/**
 * Makes text that came from input safe for any stream: what is invisible or would command a terminal becomes a visible
 * escape. Every string of the input passes here before it is printed, on a terminal or not.
 */
export function encode(text: string): string {
  return text.replaceAll(UNSAFE, escapeOf);
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
  return line.replace(/^(\s*):(?=:)/, "$1: ").replaceAll(/##(?=\[|vso\[)/gi, "# #");
}
