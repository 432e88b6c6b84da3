import { EXCLAMATION, GREATER, LESS, PERCENT, endsWord, hexDigit, isNameCharacter } from "./characters.js";
import { YamlSyntaxError } from "./syntax-error.js";
import type { Cursor } from "./cursor.js";

/** What a tag's text may have beside letters, digits, `_`, `-` and escapes: the comma too, so that `!,` is one tag. */
const URI: ReadonlySet<number> = new Set(
  [...";/?:@&=+$,.!~*'()[]"].map((character) => character.charCodeAt(0)),
);

/** Goes behind a tag, from its `!`. @throws {YamlSyntaxError} where it is none */
export function passTag(cursor: Cursor): void {
  const start = cursor.at;
  if (cursor.code(1) === LESS) {
    cursor.at += 2;
    passUri(cursor, false);
    if (cursor.code() !== GREATER) throw new YamlSyntaxError("did not find the expected '>'", start);
    cursor.at++;
  } else {
    const isHandle = passHandle(cursor);
    passUri(cursor, !isHandle);
  }
  if (!endsWord(cursor.code()))
    throw new YamlSyntaxError("did not find expected whitespace or line break", cursor.at);
}

/** Goes behind a handle: `!`, `!!`, `!name!`. @returns whether it ends with a `!` */
export function passHandle(cursor: Cursor): boolean {
  if (cursor.code() !== EXCLAMATION) throw new YamlSyntaxError("did not find expected '!'", cursor.at);
  cursor.at++;
  while (isNameCharacter(cursor.code())) cursor.at++;
  if (cursor.code() !== EXCLAMATION) return false;
  cursor.at++;
  return true;
}

/** @param mayBeEmpty true where something of it stands already in front of the cursor */
export function passUri(cursor: Cursor, mayBeEmpty: boolean): void {
  const start = cursor.at;
  for (let code = cursor.code(); ; code = cursor.code()) {
    if (code === PERCENT) passCharacter(cursor);
    else if (isNameCharacter(code) || URI.has(code)) cursor.at++;
    else break;
  }
  if (!mayBeEmpty && cursor.at === start)
    throw new YamlSyntaxError("did not find expected tag URI", cursor.at);
}

/** A character as the bytes of its UTF-8, each as `%` with two digits. */
function passCharacter(cursor: Cursor): void {
  const first = octet(cursor);
  const length = first < 0x80 ? 1 : first >> 5 === 0b110 ? 2 : first >> 4 === 0b1110 ? 3 : 4;
  if (length === 4 && first >> 3 !== 0b11110)
    throw new YamlSyntaxError("found an incorrect leading UTF-8 octet", cursor.at);
  for (let i = 1; i < length; i++) {
    if ((octet(cursor) & 0xc0) !== 0x80)
      throw new YamlSyntaxError("found an incorrect trailing UTF-8 octet", cursor.at);
  }
}

function octet(cursor: Cursor): number {
  const high = hexDigit(cursor.code(1));
  const low = hexDigit(cursor.code(2));
  if (cursor.code() !== PERCENT || high === -1 || low === -1)
    throw new YamlSyntaxError("did not find URI escaped octet", cursor.at);
  cursor.at += 3;
  return high * 16 + low;
}

/** What handles stand for before a document says otherwise. */
export const DEFAULT_HANDLES: readonly (readonly [handle: string, prefix: string])[] = [
  ["!", "!"],
  ["!!", "tag:yaml.org,2002:"],
];

/** The parts of a tag as it is written: `!!int`, `!e!x`, `!x`, `!<x>`; a tag without a handle has none to look up. */
export function tagParts(written: string): { handle: string | undefined; suffix: string } {
  if (written.startsWith("!<")) return { handle: undefined, suffix: unescaped(written.slice(2, -1)) };
  if (written === "!") return { handle: undefined, suffix: "!" };
  const handle = /^![\w-]*!/.exec(written)?.[0] ?? "!";
  return { handle, suffix: unescaped(written.slice(handle.length)) };
}

/** Escapes as the characters that they stand for; what is no UTF-8 stays as it is, for no known tag has it. */
export function unescaped(uri: string): string {
  if (!uri.includes("%")) return uri;
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
