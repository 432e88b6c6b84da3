/**
 * The characters that YAML 1.1 tells apart, as UTF-16 units. U+0085, U+2028 and U+2029 break lines for Kubernetes' reader too;
 * a text with one of them is refused before it comes here, for no other reader sees those breaks.
 */

/** What stands behind the last character of a text: no character, so that one that a text has is never taken for its end. */
export const END = -1;

export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const EXCLAMATION = 0x21;
export const DOUBLE_QUOTE = 0x22;
export const HASH = 0x23;
export const PERCENT = 0x25;
export const AMPERSAND = 0x26;
export const SINGLE_QUOTE = 0x27;
export const ASTERISK = 0x2a;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const COLON = 0x3a;
export const LESS = 0x3c;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;
export const AT = 0x40;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const BACKTICK = 0x60;
export const OPEN_BRACE = 0x7b;
export const PIPE = 0x7c;
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
