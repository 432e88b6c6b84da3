import { emptyMapping, type MutableMapping, type Value } from "./value.js";
import type { DuplicateKey } from "./problem.js";
import type { Span } from "./source.js";
import { MAX_DEPTH, MAX_DUPLICATES } from "./limits.js";

/** Called for each value with the offsets of its key (if it is a mapping's) and of itself. */
export interface JsonVisitor {
  enter(kind: "mapping" | "list", start: number): void;
  leave(end: number): void;
  key(start: number, end: number): void;
  scalar(start: number, end: number): void;
}

/** The outcome of reading one JSON value: where it ends, or what is wrong and where. */
export type JsonScan =
  | {
      readonly value: Value;
      readonly end: number;
      readonly duplicates: readonly DuplicateKey[];
      /** The first key beyond the duplicates that are listed. */
      readonly oneTooMany?: Span;
      readonly problem?: never;
    }
  | {
      readonly problem: { readonly code: "json-syntax" | "depth"; readonly at: number };
      readonly end?: never;
    };

/**
 * Reads one JSON value from `start` in a single pass with a bounded depth: the value, the offset behind it, and the keys
 * that are written twice (which `JSON.parse` would hide: the last one wins in silence).
 */
export function scanJson(text: string, start: number, visitor?: JsonVisitor): JsonScan {
  const scanner = new JsonScanner(text, start, visitor);
  try {
    const value = scanner.value(0);
    const { position, duplicates, oneTooMany } = scanner;
    return { value, end: position, duplicates, ...(oneTooMany === undefined ? {} : { oneTooMany }) };
  } catch (error) {
    if (error instanceof Stop) return { problem: { code: error.code, at: error.at } };
    throw error;
  }
}

class Stop extends Error {
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

class JsonScanner {
  position: number;
  readonly duplicates: DuplicateKey[] = [];
  oneTooMany: Span | undefined;
  readonly #text: string;
  readonly #visitor: JsonVisitor | undefined;

  constructor(text: string, start: number, visitor: JsonVisitor | undefined) {
    this.#text = text;
    this.position = start;
    this.#visitor = visitor;
  }

  value(depth: number): Value {
    this.#skipSpace();
    const start = this.position;
    switch (this.#text.charCodeAt(start)) {
      case 0x7b:
        return this.#mapping(depth);
      case 0x5b:
        return this.#list(depth);
      default: {
        const value = this.#text.charCodeAt(start) === 0x22 ? this.#string() : this.#numberOrWord();
        this.#visitor?.scalar(start, this.position);
        return value;
      }
    }
  }

  #mapping(depth: number): Value {
    this.#open("mapping", depth);
    const result: MutableMapping = emptyMapping();
    const keys = new Map<string, Span>();
    if (!this.#close(0x7d)) {
      do {
        this.#skipSpace();
        const start = this.position;
        if (this.#text.charCodeAt(start) !== 0x22) throw new Stop("json-syntax", start);
        const key = this.#string();
        const first = keys.get(key);
        const span = { start, end: this.position };
        if (first === undefined) keys.set(key, span);
        else if (this.duplicates.length < MAX_DUPLICATES) this.duplicates.push({ key, first, second: span });
        else this.oneTooMany ??= span;
        this.#visitor?.key(start, this.position);
        this.#expect(0x3a);
        result[key] = this.value(depth + 1);
      } while (this.#comma());
      this.#expect(0x7d);
    }
    this.#visitor?.leave(this.position);
    return result;
  }

  #list(depth: number): Value {
    this.#open("list", depth);
    const result: Value[] = [];
    if (!this.#close(0x5d)) {
      do result.push(this.value(depth + 1));
      while (this.#comma());
      this.#expect(0x5d);
    }
    this.#visitor?.leave(this.position);
    return result;
  }

  #open(kind: "mapping" | "list", depth: number): void {
    if (depth >= MAX_DEPTH) throw new Stop("depth", this.position);
    this.#visitor?.enter(kind, this.position);
    this.position++;
  }

  #close(code: number): boolean {
    this.#skipSpace();
    if (this.#text.charCodeAt(this.position) !== code) return false;
    this.position++;
    return true;
  }

  #comma(): boolean {
    return this.#close(0x2c);
  }

  #expect(code: number): void {
    if (!this.#close(code)) throw new Stop("json-syntax", this.position);
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.position);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.position++;
    }
  }

  #string(): string {
    const start = this.position;
    let escaped = false;
    for (let i = start + 1; ; i++) {
      const code = this.#text.charCodeAt(i);
      if (code === 0x22) {
        this.position = i + 1;
        return escaped ? this.#unescape(start) : this.#text.slice(start + 1, i);
      }
      if (code === 0x5c) {
        escaped = true;
        i++;
      } else if (Number.isNaN(code) || code < 0x20) throw new Stop("json-syntax", i);
    }
  }

  #unescape(start: number): string {
    try {
      const value = JSON.parse(this.#text.slice(start, this.position)) as string;
      // Go writes the replacement character for a surrogate without its other half.
      return value.toWellFormed();
    } catch {
      throw new Stop("json-syntax", start);
    }
  }

  #numberOrWord(): Value {
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.position)) {
        this.position += word.length;
        return value;
      }
    }
    NUMBER.lastIndex = this.position;
    const match = NUMBER.exec(this.#text);
    if (match === null) throw new Stop("json-syntax", this.position);
    this.position += match[0].length;
    const value = Number(match[0]);
    if (!Number.isFinite(value)) throw new Stop("json-syntax", this.position - match[0].length);
    const whole = match[1] === undefined && match[2] === undefined;
    const mayBeBigint = whole && !Number.isSafeInteger(value) && match[0].length <= LONGEST_INT64;
    return mayBeBigint ? wholeNumber(BigInt(match[0])) : value;
  }
}

/** `-9223372036854775808`. */
const LONGEST_INT64 = 20;

/** Whole numbers beyond 64 bits are floats to Go. */
function wholeNumber(value: bigint): Value {
  return value >= -(2n ** 63n) && value < 2n ** 63n ? value : Number(value);
}
