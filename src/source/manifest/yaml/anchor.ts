import {
  AT,
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  PERCENT,
  QUESTION,
  endsWord,
  isNameCharacter,
} from "./characters.js";
import { YamlSyntaxError } from "./syntax-error.js";
import type { Cursor } from "./cursor.js";

/** Indicators that may follow a name at once. */
const FOLLOWING: ReadonlySet<number> = new Set([
  QUESTION,
  COLON,
  COMMA,
  CLOSE_BRACKET,
  CLOSE_BRACE,
  PERCENT,
  AT,
  BACKTICK,
]);

/** Goes behind an anchor or an alias, from its `&` or `*`. @throws {YamlSyntaxError} where it has no name */
export function passAnchor(cursor: Cursor): void {
  const start = cursor.at;
  cursor.at++;
  while (isNameCharacter(cursor.code())) cursor.at++;
  const code = cursor.code();
  if (cursor.at === start + 1 || !(endsWord(code) || FOLLOWING.has(code)))
    throw new YamlSyntaxError("did not find expected alphabetic or numeric character", cursor.at);
}
