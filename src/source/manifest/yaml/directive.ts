import { DOT, HASH, endsWord, isBlank, isDigit, isLineEnd, isNameCharacter } from "./characters.js";
import { passHandle, passUri } from "./tag.js";
import { TOKEN, type Tokens } from "./tokens.js";
import { YamlSyntaxError } from "./syntax-error.js";
import type { Cursor } from "./cursor.js";

/** Reads a directive, from its `%` at a line's start to behind the line. @throws {YamlSyntaxError} where it is none that is known */
export function scanDirective(cursor: Cursor, tokens: Tokens): void {
  const start = cursor.at;
  cursor.at++;
  const nameStart = cursor.at;
  while (isNameCharacter(cursor.code())) cursor.at++;
  const name = cursor.text.slice(nameStart, cursor.at);
  if (name === "") throw new YamlSyntaxError("could not find expected directive name", start);
  if (!endsWord(cursor.code()))
    throw new YamlSyntaxError("found unexpected non-alphabetical character", start);
  if (name !== "YAML" && name !== "TAG") throw new YamlSyntaxError("found unknown directive name", start);
  cursor.passBlanks();
  const valueStart = cursor.at;
  if (name === "YAML") passVersion(cursor);
  else passTagDirective(cursor);
  const valueEnd = cursor.at;
  cursor.passBlanks();
  if (cursor.code() === HASH) {
    const comment = cursor.at;
    cursor.passLine();
    tokens.comments.push(comment, cursor.at);
  }
  if (!isLineEnd(cursor.code()))
    throw new YamlSyntaxError("did not find expected comment or line break", start);
  if (cursor.at < cursor.end) cursor.passBreak();
  tokens.push(name === "YAML" ? TOKEN.VERSION_DIRECTIVE : TOKEN.TAG_DIRECTIVE, valueStart, valueEnd);
}

function passVersion(cursor: Cursor): void {
  passNumber(cursor);
  if (cursor.code() !== DOT)
    throw new YamlSyntaxError("did not find expected digit or '.' character", cursor.at);
  cursor.at++;
  passNumber(cursor);
}

function passNumber(cursor: Cursor): void {
  const start = cursor.at;
  while (isDigit(cursor.code())) cursor.at++;
  const length = cursor.at - start;
  if (length === 0) throw new YamlSyntaxError("did not find expected version number", start);
  if (length > 2) throw new YamlSyntaxError("found extremely long version number", start);
}

function passTagDirective(cursor: Cursor): void {
  const start = cursor.at;
  const isClosed = passHandle(cursor);
  if (!isClosed && cursor.at !== start + 1) throw new YamlSyntaxError("did not find expected '!'", cursor.at);
  if (!isBlank(cursor.code())) throw new YamlSyntaxError("did not find expected whitespace", cursor.at);
  cursor.passBlanks();
  passUri(cursor, false);
  if (!endsWord(cursor.code()))
    throw new YamlSyntaxError("did not find expected whitespace or line break", cursor.at);
}
