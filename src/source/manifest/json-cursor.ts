import { RecentTexts } from "./recent-texts.js";
import type { Span } from "./source.js";
import type { Value } from "./value.js";
import { MAX_DEPTH } from "./limits.js";

/** What is no JSON, or too deep, ends the reading there. */
export class JsonStop extends Error {
  readonly code: "json-syntax" | "depth";
  readonly at: number;

  constructor(code: "json-syntax" | "depth", at: number) {
    super(code);
    this.code = code;
    this.at = at;
  }
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const WORDS: readonly (readonly [string, boolean | null])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/** A place in a text of JSON, and what is read there: punctuation, texts, numbers and words. */
export class JsonCursor {
  position: number;
  /** The first number that no 64-bit float holds. */
  notFinite: Span | undefined;
  protected readonly text: string;
  #words: RecentTexts | undefined;

  constructor(text: string, start: number) {
    this.text = text;
    this.position = start;
  }

  /** Goes behind a key and its colon. @returns where the key is */
  keySpan(): Span {
    this.skipSpace();
    const start = this.position;
    if (this.text.charCodeAt(start) !== 0x22) throw new JsonStop("json-syntax", start);
    this.skipString();
    const end = this.position;
    this.expect(0x3a);
    return { start, end };
  }

  /** Goes into a mapping or a list that is so deep in others. */
  open(depth: number): void {
    if (depth >= MAX_DEPTH) throw new JsonStop("depth", this.position);
    this.position++;
  }

  /** Goes behind a character, if it is the next one. */
  close(code: number): boolean {
    this.skipSpace();
    if (this.text.charCodeAt(this.position) !== code) return false;
    this.position++;
    return true;
  }

  /** True where another member follows. */
  comma(): boolean {
    return this.close(0x2c);
  }

  /** Goes behind a character, which has to be the next one. */
  expect(code: number): void {
    if (!this.close(code)) throw new JsonStop("json-syntax", this.position);
  }

  /** Goes to the next character that means something. */
  skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.position);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.position++;
    }
  }

  /** The text in quotes that begins here. */
  string(): string {
    const start = this.position;
    const isEscaped = this.endOfString();
    return isEscaped ? this.unescape(start) : this.slice(start + 1, this.position - 1);
  }

  /** A part of the text, which is one object for those that were met of late. */
  slice(start: number, end: number): string {
    this.#words ??= new RecentTexts();
    return this.#words.slice(this.text, start, end);
  }

  /** Goes behind a text in quotes, which has to be a right one. */
  skipString(): void {
    const start = this.position;
    if (this.endOfString()) this.unescape(start);
  }

  /** Goes behind a string. @returns whether it has an escape */
  endOfString(): boolean {
    const text = this.text;
    let isEscaped = false;
    for (let i = this.position + 1; ; i++) {
      const code = text.charCodeAt(i);
      if (code === 0x22) {
        this.position = i + 1;
        return isEscaped;
      }
      if (code === 0x5c) {
        isEscaped = true;
        i++;
      } else if (Number.isNaN(code) || code < 0x20) throw new JsonStop("json-syntax", i);
    }
  }

  /** What the text in quotes says that begins there and ends here. */
  unescape(start: number): string {
    try {
      const value = JSON.parse(this.text.slice(start, this.position)) as string;
      // Go writes the replacement character for a surrogate without its other half.
      return value.toWellFormed();
    } catch {
      throw new JsonStop("json-syntax", start);
    }
  }

  /** The number, `true`, `false` or `null` that begins here. */
  numberOrWord(): Value {
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.position)) {
        this.position += word.length;
        return value;
      }
    }
    NUMBER.lastIndex = this.position;
    const match = NUMBER.exec(this.text);
    if (match === null) throw new JsonStop("json-syntax", this.position);
    this.position += match[0].length;
    const next = this.text[this.position];
    // A point or an exponent that has begun must go on.
    const isCutOff = match[2] === undefined && /[eE]/.test(next ?? "");
    if (isCutOff || (match[1] === undefined && match[2] === undefined && next === "."))
      throw new JsonStop("json-syntax", this.position);
    const value = Number(match[0]);
    if (!Number.isFinite(value))
      this.notFinite ??= { start: this.position - match[0].length, end: this.position };
    const whole = match[1] === undefined && match[2] === undefined;
    const mayBeBigint = whole && !Number.isSafeInteger(value) && match[0].length <= LONGEST_INT64;
    return mayBeBigint ? wholeNumber(BigInt(match[0])) : value;
  }
}

/** The text of a key at its offsets. */
export function jsonKey(text: string, { start, end }: Span): string {
  const written = text.slice(start + 1, end - 1);
  return written.includes("\\") ? (JSON.parse(text.slice(start, end)) as string).toWellFormed() : written;
}

/** `-9223372036854775808`. */
const LONGEST_INT64 = 20;

/** Whole numbers beyond 64 bits are floats to Go. */
function wholeNumber(value: bigint): Value {
  return value >= -(2n ** 63n) && value < 2n ** 63n ? value : Number(value);
}
