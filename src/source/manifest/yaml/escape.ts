import { YamlSyntaxError } from "./syntax-error.js";
import { hexDigit } from "./characters.js";
import type { Cursor } from "./cursor.js";

/** What stands behind the backslash, and what both mean. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  [" ", " "],
  ['"', '"'],
  ["'", "'"],
  ["\\", "\\"],
  ["N", "\x85"],
  ["_", "\xa0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);

/** How many digits the number of a character has. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/**
 * Goes behind an escape.
 * @param cursor behind its backslash
 * @throws {YamlSyntaxError} where it is none
 */
export function passEscape(cursor: Cursor): void {
  const start = cursor.at - 1;
  const letter = cursor.text.charAt(cursor.at);
  if (cursor.at < cursor.end && SHORT.has(letter)) {
    cursor.at++;
    return;
  }
  const digits = DIGITS.get(letter);
  if (digits === undefined) {
    if (letter === "/")
      throw new YamlSyntaxError("found unknown escape character", start, {
        code: "escape-of-json",
        end: start + 2,
      });
    throw new YamlSyntaxError("found unknown escape character", start);
  }
  cursor.at++;
  let value = 0;
  for (let i = 0; i < digits; i++) {
    const digit = hexDigit(cursor.code());
    if (digit === -1) throw new YamlSyntaxError("did not find expected hexdecimal number", start);
    value = value * 16 + digit;
    cursor.at++;
  }
  if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff)
    throw new YamlSyntaxError("found invalid Unicode character escape code", start, {
      code: "escape-of-json",
      end: cursor.at,
    });
}

/** What an escape means, and how long it is. @param at behind its backslash */
export function escapeAt(text: string, at: number): { text: string; length: number } {
  const letter = text.charAt(at);
  const short = SHORT.get(letter);
  if (short !== undefined) return { text: short, length: 1 };
  const digits = DIGITS.get(letter) ?? 0;
  const value = Number.parseInt(text.slice(at + 1, at + 1 + digits), 16);
  return { text: String.fromCodePoint(value), length: 1 + digits };
}
