import { blockText, passBlockScalar } from "../yaml/block-scalar.js";
import { COLON, DOUBLE_QUOTE, HASH, LF, MINUS, SPACE } from "../yaml/characters.js";
import { Cursor } from "../yaml/cursor.js";
import { doubleQuotedText, passQuotedScalar, singleQuotedText } from "../yaml/quoted-scalar.js";
import { isTextAtAGlance, plainInteger, resolvePlain } from "../scalar.js";
import { jsonValue } from "../scalar-value.js";
import type { Value } from "../value.js";

/** Thrown where a text is not straight: nothing is wrong with it, it is only read in the other way. */
export const NOT_STRAIGHT = new Error("invariant: the straight reader keeps this to itself");

/** What words are spelled like that mean something else than text: as long as `false`. */
const LONGEST_WORD = 5;

/** Keys in front of which no `?` is needed, with some to spare. */
const LONGEST_KEY = 1000;

/** How many texts of keys are remembered: most manifests have few, again and again. */
const REMEMBERED = 1024;
const KEYS: (string | undefined)[] = Array.from({ length: REMEMBERED });

/** Where no line with a content is left. */
export const NO_LINE = -1;

/**
 * Lines of plain block style, with what stands in one line: keys, unquoted and quoted texts. Whatever has a second look in
 * YAML (tabs, CR, indicators at odd places, texts over several lines) is not straight.
 */
export class LineReader {
  readonly text: string;
  readonly end: number;
  /** The next character to read. Behind {@link nextLine} the first one of a line's content. */
  at: number;
  /** The column of the content of the current line, or {@link NO_LINE}. */
  column = NO_LINE;
  /** Of the key that was read last. */
  keyStart = 0;
  keyEnd = 0;
  hash = 0;
  /** Where the text ends that was read last, without what follows it in its line. */
  textEnd = 0;

  constructor(text: string, start: number, end: number) {
    this.text = text;
    this.end = end;
    this.at = start;
  }

  /** Goes to the next line that is neither blank nor a comment, from a line's start. */
  nextLine(): void {
    const { text, end } = this;
    let at = this.at;
    while (at < end) {
      const start = at;
      let code = text.charCodeAt(at);
      while (code === SPACE) code = text.charCodeAt(++at);
      if (code === HASH) at = this.#lineEnd(at);
      else if (code !== LF) {
        if (code < SPACE) throw NOT_STRAIGHT;
        if (at >= end) break;
        this.at = at;
        this.column = at - start;
        return;
      }
      at++;
    }
    this.at = end;
    this.column = NO_LINE;
  }

  #lineEnd(from: number): number {
    const end = this.text.indexOf("\n", from);
    return end === -1 ? this.end : end;
  }

  /** Goes behind a line in which nothing but blanks and a comment is left. */
  endLine(): void {
    const { text } = this;
    let at = this.at;
    let code = text.charCodeAt(at);
    while (code === SPACE) code = text.charCodeAt(++at);
    if (code === HASH && text.charCodeAt(at - 1) === SPACE) at = this.#lineEnd(at);
    else if (code !== LF) throw NOT_STRAIGHT;
    this.at = at + 1;
  }

  /** Passes over spaces. @returns the character behind them */
  passSpaces(): number {
    const { text } = this;
    let at = this.at;
    let code = text.charCodeAt(at);
    while (code === SPACE) code = text.charCodeAt(++at);
    this.at = at;
    return code;
  }

  /** True at a dash that begins an item. */
  isAtItem(): boolean {
    if (this.text.charCodeAt(this.at) !== MINUS) return false;
    const next = this.text.charCodeAt(this.at + 1);
    return next === SPACE || next === LF;
  }

  /**
   * Goes behind a key and its colon.
   * @returns false where the line has no key: then the position stays
   */
  key(): boolean {
    const { text } = this;
    const first = text.charCodeAt(this.at);
    if (first === DOUBLE_QUOTE || first === 0x27) return this.#quotedKey(first);
    const start = this.at;
    let hash = 0;
    let at = start;
    for (let code = first; ; code = text.charCodeAt(++at)) {
      if (code <= COLON) {
        if (code === COLON) {
          const next = text.charCodeAt(at + 1);
          if (next === LF || next === SPACE) break;
        } else if (code <= SPACE) {
          if (code === SPACE) return this.#noKey(at);
          if (code === LF) return false;
          throw NOT_STRAIGHT;
        }
      }
      hash = (Math.imul(hash, 31) + code) | 0;
    }
    const isWord = (first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a) || first === 0x5f;
    if (!isWord || at - start > LONGEST_KEY) throw NOT_STRAIGHT;
    this.keyIs(start, at, hash);
    if (
      at - start <= LONGEST_WORD &&
      MAY_MEAN_MORE[first] === 1 &&
      resolvePlain(this.keyText()).type !== "string"
    )
      throw NOT_STRAIGHT;
    this.at = at + 1;
    return true;
  }

  /** A blank in front of a colon: a text of several words, or a key of them, which is not straight. */
  #noKey(from: number): false {
    const { text } = this;
    for (let at = from; ; at++) {
      const code = text.charCodeAt(at);
      if (code === LF || (code === HASH && text.charCodeAt(at - 1) === SPACE)) return false;
      if (code === COLON && text.charCodeAt(at + 1) <= SPACE) throw NOT_STRAIGHT;
      if (code < SPACE || Number.isNaN(code)) throw NOT_STRAIGHT;
    }
  }

  #quotedKey(quote: number): boolean {
    const { text } = this;
    const start = this.at + 1;
    let hash = 0;
    let at = start;
    for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(++at)) {
      if (code < SPACE || code === 0x5c || Number.isNaN(code)) return false;
      hash = (Math.imul(hash, 31) + code) | 0;
    }
    if (text.charCodeAt(at + 1) !== COLON) return false;
    const next = text.charCodeAt(at + 2);
    if ((next !== SPACE && next !== LF) || at - start > LONGEST_KEY) throw NOT_STRAIGHT;
    this.keyIs(start, at, hash);
    this.at = at + 2;
    return true;
  }

  keyIs(start: number, end: number, hash: number): void {
    this.keyStart = start;
    this.keyEnd = end;
    this.hash = hash;
  }

  /** The text of the key that was read last: the same string each time, as far as there is room. */
  keyText(): string {
    const slot = this.hash & (REMEMBERED - 1);
    const known = KEYS[slot];
    if (known !== undefined && this.isKey(known)) return known;
    return (KEYS[slot] = this.text.slice(this.keyStart, this.keyEnd));
  }

  isKey(text: string): boolean {
    return text.length === this.keyEnd - this.keyStart && this.text.startsWith(text, this.keyStart);
  }

  /** An unquoted text in the rest of a line. */
  plain(first: number, isBuilt: boolean): Value {
    const { text } = this;
    const start = this.at;
    if (MAY_BEGIN_TEXT[first] === 0 || (MAY_BEGIN_TEXT[first] === 2 && text.charCodeAt(start + 1) <= SPACE))
      throw NOT_STRAIGHT;
    let at = start;
    let last = start;
    for (let code = first; ; code = text.charCodeAt(++at)) {
      if (code > COLON) last = at;
      else if (code === SPACE) continue;
      else if (code === LF) break;
      else if (code === HASH && text.charCodeAt(at - 1) === SPACE) break;
      else if (code < SPACE || (code === COLON && text.charCodeAt(at + 1) <= SPACE) || Number.isNaN(code))
        throw NOT_STRAIGHT;
      else last = at;
    }
    this.at = at;
    this.endLine();
    this.textEnd = last + 1;
    return plainValue(text, start, last + 1, first, isBuilt);
  }

  /** A quoted text, and what follows it in its line. */
  quoted(quote: number, isBuilt: boolean): Value {
    const value = this.quote(quote, isBuilt);
    this.endLine();
    return value;
  }

  /** A quoted text; those with escapes or several lines are not short cuts, but read as everywhere. */
  quote(quote: number, isBuilt: boolean): Value {
    const { text } = this;
    const start = this.at;
    let at = start + 1;
    for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(++at))
      if (code < SPACE || code === 0x5c || Number.isNaN(code)) return this.#longQuote(quote, isBuilt);
    if (quote !== DOUBLE_QUOTE && text.charCodeAt(at + 1) === quote) return this.#longQuote(quote, isBuilt);
    this.textEnd = this.at = at + 1;
    return isBuilt ? text.slice(start + 1, at) : null;
  }

  #longQuote(quote: number, isBuilt: boolean): Value {
    const cursor = new Cursor(this.text, this.at, this.end);
    const start = this.at;
    cursor.lineStart = this.text.lastIndexOf("\n", start) + 1;
    const isOther = passQuotedScalar(cursor);
    this.textEnd = this.at = cursor.at;
    if (!isBuilt) return null;
    if (!isOther) return this.text.slice(start + 1, cursor.at - 1);
    return (quote === DOUBLE_QUOTE ? doubleQuotedText : singleQuotedText)(this.text, start, cursor.at);
  }

  /** A text behind `|` or `>`. @param parent the column of the collection that it stands in */
  block(parent: number, isBuilt: boolean): Value {
    const start = this.at;
    const cursor = new Cursor(this.text, start, this.end);
    cursor.lineStart = this.text.lastIndexOf("\n", start) + 1;
    const { column, end } = passBlockScalar(cursor, parent, []);
    this.textEnd = this.at = end;
    return isBuilt ? blockText(this.text, start, end, column) : null;
  }
}

/** An unquoted text as what it means. */
export function plainValue(text: string, start: number, end: number, first: number, isBuilt: boolean): Value {
  // What may be infinite is looked at in any case.
  if (!isBuilt && first !== 0x2e && first !== 0x2b && first !== MINUS) return null;
  const written = text.slice(start, end);
  if (isTextAtAGlance(written)) return written;
  return plainInteger(written) ?? jsonValue(resolvePlain(written), { start, end });
}

/** First letters of words that mean true, false or null. */
const MAY_MEAN_MORE = new Uint8Array(128);
for (const letter of "yYnNtTfFoO") MAY_MEAN_MORE[letter.charCodeAt(0)] = 1;

/** What an unquoted text may begin with: 0 never, 1 always, 2 where no blank follows. */
const MAY_BEGIN_TEXT = new Uint8Array(65536).fill(1);
for (const indicator of " ,[]{}#&*!|>'\"%@`") MAY_BEGIN_TEXT[indicator.charCodeAt(0)] = 0;
for (const indicator of "-?:") MAY_BEGIN_TEXT[indicator.charCodeAt(0)] = 2;
for (let code = 0; code < SPACE; code++) MAY_BEGIN_TEXT[code] = 0;
