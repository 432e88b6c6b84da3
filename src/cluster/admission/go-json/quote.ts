/** Go's single-letter escapes, and the two characters that must be escaped. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ['"', '\\"'],
  ["\\", "\\\\"],
]);

const PLAIN = /^[ !#-[\]-~]*$/;
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** A text in quotation marks as Go's `%q` writes it: what cannot be printed is escaped. */
export function quote(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  let quoted = "";
  for (const character of text.toWellFormed()) quoted += ESCAPES.get(character) ?? visible(character);
  return `"${quoted}"`;
}

function visible(character: string): string {
  if (PRINTABLE.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
