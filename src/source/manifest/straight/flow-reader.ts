import { hashed, type KeyHashes } from "../key-hashes.js";
import { emptyMapping, type Value } from "../value.js";
import { isTextAtAGlance, resolvePlain } from "../scalar.js";
import { MAX_DEPTH } from "../limits.js";
import { NOT_STRAIGHT, plainValue, type LineReader } from "./line-reader.js";
import { partOf, type Build } from "../build.js";
import type { Places } from "./places.js";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DOUBLE_QUOTE,
  HASH,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUESTION,
  SINGLE_QUOTE,
  SPACE,
} from "../yaml/characters.js";

/** Keys in front of which no `?` is needed, with some to spare. */
const LONGEST_KEY = 1000;

/** Flow collections that stand in one line, of words and quoted texts. */
export class FlowReader {
  readonly #lines: LineReader;
  readonly #keys: KeyHashes;
  readonly #places: Places | undefined;

  constructor(lines: LineReader, keys: KeyHashes, places: Places | undefined) {
    this.#lines = lines;
    this.#keys = keys;
    this.#places = places;
  }

  /** The collection at the position, with what follows it in its line. */
  collection(build: Build, depth: number): Value {
    const value = this.#collection(build, depth);
    this.#lines.endLine();
    return value;
  }

  #collection(build: Build, depth: number): Value {
    if (depth >= MAX_DEPTH) throw NOT_STRAIGHT;
    this.#places?.begin(this.#lines.at, true);
    const isMap = this.#lines.text.charCodeAt(this.#lines.at++) === OPEN_BRACE;
    const value = isMap ? this.#mapping(build, depth + 1) : this.#sequence(build, depth + 1);
    this.#places?.end(this.#lines.at);
    return value;
  }

  #sequence(build: Build, depth: number): Value {
    const items: Value[] = [];
    for (let isFirst = true; ; isFirst = false) {
      let code = this.#lines.passSpaces();
      if (!isFirst && code !== CLOSE_BRACKET) {
        if (code !== COMMA) throw NOT_STRAIGHT;
        this.#lines.at++;
        code = this.#lines.passSpaces();
      }
      if (code === CLOSE_BRACKET) break;
      this.#places?.item(this.#lines.at);
      const item = this.#value(code, build, depth);
      if (build !== undefined) items.push(item);
    }
    this.#lines.at++;
    return items;
  }

  #mapping(build: Build, depth: number): Value {
    const value = emptyMapping();
    const keys = this.#keys.begin();
    for (let isFirst = true; ; isFirst = false) {
      let code = this.#lines.passSpaces();
      if (!isFirst && code !== CLOSE_BRACE) {
        if (code !== COMMA) throw NOT_STRAIGHT;
        this.#lines.at++;
        code = this.#lines.passSpaces();
      }
      if (code === CLOSE_BRACE) break;
      const start = this.#lines.at;
      this.#key(code);
      this.#places?.key(this.#lines.keyText(), start, this.#lines.at - 1);
      if (this.#keys.add(keys, this.#lines.hash)) throw NOT_STRAIGHT;
      const key = build === undefined ? "" : this.#lines.keyText();
      const part = build === undefined ? undefined : partOf(build, key);
      const each = this.#value(this.#lines.passSpaces(), part, depth);
      if (part !== undefined) value[key] = each;
    }
    this.#keys.end(keys);
    this.#lines.at++;
    return value;
  }

  /** Goes behind a key and its colon. */
  #key(first: number): void {
    const lines = this.#lines;
    const { text } = lines;
    if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE) {
      const start = lines.at;
      lines.quote(first, false);
      const end = lines.at;
      let hash = 0;
      for (let at = start + 1; at < end - 1; at++) {
        const code = text.charCodeAt(at);
        if (code === 0x5c || code === SINGLE_QUOTE || code < SPACE) throw NOT_STRAIGHT;
        hash = hashed(hash, code);
      }
      if (text.charCodeAt(end) !== COLON || end - start > LONGEST_KEY) throw NOT_STRAIGHT;
      lines.keyIs(start + 1, end - 1, hash);
      lines.at = end + 1;
      return;
    }
    const isWord = (first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a) || first === 0x5f;
    if (!isWord) throw NOT_STRAIGHT;
    const start = lines.at;
    let hash = 0;
    let at = start;
    for (let code = first; ; code = text.charCodeAt(++at)) {
      if (code === COLON) {
        if (text.charCodeAt(at + 1) !== SPACE) throw NOT_STRAIGHT;
        break;
      }
      if (code <= SPACE || endsWordInFlow(code) || Number.isNaN(code)) throw NOT_STRAIGHT;
      hash = hashed(hash, code);
    }
    if (at - start > LONGEST_KEY) throw NOT_STRAIGHT;
    lines.keyIs(start, at, hash);
    lines.at = at + 1;
    if (at - start <= 5) {
      const key = lines.keyText();
      if (!isTextAtAGlance(key) && resolvePlain(key).type !== "string") throw NOT_STRAIGHT;
    }
  }

  #value(first: number, build: Build, depth: number): Value {
    const isBuilt = build !== undefined;
    switch (first) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        return this.#collection(build, depth);
      case DOUBLE_QUOTE:
      case SINGLE_QUOTE: {
        const start = this.#lines.at;
        const value = this.#lines.quote(first, isBuilt);
        this.#places?.text(start, this.#lines.at);
        // Behind a quote a colon makes a key.
        if (this.#lines.passSpaces() === COLON) throw NOT_STRAIGHT;
        return value;
      }
      default:
        return this.#word(first, isBuilt);
    }
  }

  /** An unquoted text: letters, digits and what has one meaning wherever it stands. */
  #word(first: number, isBuilt: boolean): Value {
    const { text, at: start } = this.#lines;
    const beginsText =
      (first >= 0x61 && first <= 0x7a) ||
      (first >= 0x41 && first <= 0x5a) ||
      (first >= 0x30 && first <= 0x39) ||
      first === 0x5f ||
      first === 0x2f;
    if (!beginsText) throw NOT_STRAIGHT;
    let at = start;
    let last = start;
    for (let code = first; code !== COMMA && code !== CLOSE_BRACE && code !== CLOSE_BRACKET;) {
      if (code < SPACE || code === COLON || endsWordInFlow(code) || Number.isNaN(code)) throw NOT_STRAIGHT;
      if (code !== SPACE) last = at;
      code = text.charCodeAt(++at);
    }
    this.#lines.at = at;
    this.#places?.text(start, last + 1);
    return plainValue(text, start, last + 1, first, isBuilt);
  }
}

/** What ends an unquoted text in flow style, or could. */
function endsWordInFlow(code: number): boolean {
  return (
    code === COMMA ||
    code === OPEN_BRACE ||
    code === OPEN_BRACKET ||
    code === CLOSE_BRACE ||
    code === CLOSE_BRACKET ||
    code === QUESTION ||
    code === HASH
  );
}
