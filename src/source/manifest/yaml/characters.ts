/**
 * The characters that YAML 1.1 tells apart, as UTF-16 units. U+0085, U+2028 and U+2029 break lines for Kubernetes' reader too;
 * a text with one of them is refused before it comes here, for no other reader sees those breaks.
 */

/** What stands behind the last character of a text: no character, so that one that a text has is never taken for its end. */
export const END = -1;

/** Separates words, and is never indentation. */
export const TAB = 0x09;
/** Ends a line, alone or behind a carriage return. */
export const LF = 0x0a;
/** Ends a line, alone or before a line feed. */
export const CR = 0x0d;
/** Separates words, and makes indentation. */
export const SPACE = 0x20;
/** `!` begins a tag. */
export const EXCLAMATION = 0x21;
/** `"` begins and ends a scalar with escapes. */
export const DOUBLE_QUOTE = 0x22;
/** `#` begins a comment at a line's start or behind a blank. */
export const HASH = 0x23;
/** `%` begins a directive at a line's start, and an escaped octet in a tag. */
export const PERCENT = 0x25;
/** `&` begins an anchor. */
export const AMPERSAND = 0x26;
/** `'` begins and ends a scalar whose only escape is `''`. */
export const SINGLE_QUOTE = 0x27;
/** `*` begins an alias. */
export const ASTERISK = 0x2a;
/** `+` in the head of a block scalar keeps its last line breaks. */
export const PLUS = 0x2b;
/** `,` separates the entries of a flow collection. */
export const COMMA = 0x2c;
/** `-` begins an item, three of them a document; in the head of a block scalar it strips the last line breaks. */
export const MINUS = 0x2d;
/** `.`: three of them end a document. */
export const DOT = 0x2e;
/** `:` separates a key from its value. */
export const COLON = 0x3a;
/** `<` begins a tag that is written out: `!<…>`. */
export const LESS = 0x3c;
/** `>` begins a folded block scalar, and ends a tag that is written out. */
export const GREATER = 0x3e;
/** `?` begins a key of more than one line. */
export const QUESTION = 0x3f;
/** `@` is reserved: no scalar begins with it. */
export const AT = 0x40;
/** `[` begins a flow sequence. */
export const OPEN_BRACKET = 0x5b;
/** `\` begins an escape between double quotes. */
export const BACKSLASH = 0x5c;
/** `]` ends a flow sequence. */
export const CLOSE_BRACKET = 0x5d;
/** The backtick is reserved: no scalar begins with it. */
export const BACKTICK = 0x60;
/** `{` begins a flow mapping. */
export const OPEN_BRACE = 0x7b;
/** `|` begins a literal block scalar. */
export const PIPE = 0x7c;
/** `}` ends a flow mapping. */
export const CLOSE_BRACE = 0x7d;

/** A space or a tab. */
export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** A line break begins. */
export function isBreak(code: number): boolean {
  return code === LF || code === CR;
}

/** A line ends: by a break, or with the text. */
export function isLineEnd(code: number): boolean {
  return code === LF || code === CR || code === END;
}

/** A blank, a line break or the text's end: what has to follow an indicator. */
export function endsWord(code: number): boolean {
  return code === SPACE || code === LF || code === TAB || code === CR || code === END;
}

/** `0` to `9`, and no digits of other scripts. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** What names of anchors, handles and directives are made of: letters, digits, `_` and `-`. */
export function isNameCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    isDigit(code) ||
    code === MINUS ||
    code === 0x5f
  );
}

/** The value of a hexadecimal digit, or -1. */
export function hexDigit(code: number): number {
  if (isDigit(code)) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
