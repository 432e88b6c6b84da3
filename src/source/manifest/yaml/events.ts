import { blockText } from "./block-scalar.js";
import { doubleQuotedText, singleQuotedText } from "./quoted-scalar.js";
import { plainText } from "./plain-scalar.js";
import { TOKEN, type Tokens } from "./tokens.js";

/** What a document consists of, in its order. */
export const EVENT = {
  SCALAR: 0,
  /** A scalar of which nothing is written, or its anchor and tag alone. */
  EMPTY: 1,
  ALIAS: 2,
  MAPPING: 3,
  SEQUENCE: 4,
  /** A mapping or sequence ends. */
  END: 5,
} as const;

/** The kind of an event, as a number: they are kept in columns. */
export type EventKind = (typeof EVENT)[keyof typeof EVENT];

/** No token, no end. */
export const NONE = -1;

/** The events of one document, column by column, with the place of each in the text. */
export class Events {
  readonly text: string;
  readonly tokens: Tokens;
  readonly kinds: EventKind[] = [];
  /** Of a collection: its bracket, or what its first entry begins with. */
  readonly starts: number[] = [];
  /** Where it ends: a flow collection behind its bracket, a block collection with its last entry. */
  readonly ends: number[] = [];
  /** The tokens of scalars and aliases, and of the brackets of flow collections; none for block collections. */
  readonly mains: number[] = [];
  readonly anchors: number[] = [];
  readonly tags: number[] = [];
  /** Of a collection: the number of the event that ends it. */
  readonly closings: number[] = [];
  /** What handles of tags stand for. */
  handles: ReadonlyMap<string, string> = new Map();
  /** True where an alias is among them. */
  hasAlias = false;
  /** Where what stands behind the document begins, which kubectl drops in silence; undefined where nothing does. */
  rest: number | undefined;

  constructor(text: string, tokens: Tokens) {
    this.text = text;
    this.tokens = tokens;
  }

  get length(): number {
    return this.kinds.length;
  }

  /** @returns its number */
  push(kind: EventKind, start: number, end: number, main: number, anchor: number, tag: number): number {
    this.starts.push(start);
    this.ends.push(end);
    this.mains.push(main);
    this.anchors.push(anchor);
    this.tags.push(tag);
    this.closings.push(NONE);
    return this.kinds.push(kind) - 1;
  }

  /** Ends a collection that begins at an event. */
  close(opening: number, end: number): void {
    this.ends[opening] = end;
    this.closings[opening] = this.push(EVENT.END, end, end, NONE, NONE, NONE);
  }

  isCollection(event: number): boolean {
    const kind = this.kinds[event];
    return kind === EVENT.MAPPING || kind === EVENT.SEQUENCE;
  }

  isFlow(event: number): boolean {
    return this.mains[event] !== NONE;
  }

  /** The number of the event behind a node. */
  behind(event: number): number {
    return this.isCollection(event) ? (this.closings[event] ?? event) + 1 : event + 1;
  }

  /** True for a scalar that nothing quotes; empty ones are plain too. */
  isPlain(event: number): boolean {
    const main = this.mains[event] ?? NONE;
    return main === NONE || this.tokens.kinds[main] === TOKEN.PLAIN;
  }

  /** The text of a scalar, before its tag or its look say what it means. */
  textOf(event: number): string {
    const { text, tokens } = this;
    const main = this.mains[event] ?? NONE;
    if (main === NONE) return "";
    const start = tokens.starts[main] ?? 0;
    const end = tokens.ends[main] ?? 0;
    const detail = tokens.details[main] ?? 0;
    switch (tokens.kinds[main]) {
      case TOKEN.PLAIN:
        return detail === 0 ? text.slice(start, end) : plainText(text, start, end);
      case TOKEN.SINGLE_QUOTED:
        return detail === 0 ? text.slice(start + 1, end - 1) : singleQuotedText(text, start, end);
      case TOKEN.DOUBLE_QUOTED:
        return detail === 0 ? text.slice(start + 1, end - 1) : doubleQuotedText(text, start, end);
      case TOKEN.BLOCK_SCALAR:
        return blockText(text, start, end, detail);
      default:
        return "";
    }
  }

  /** The name of an alias, or of the anchor of a node. */
  nameAt(token: number): string {
    return this.text.slice((this.tokens.starts[token] ?? 0) + 1, this.tokens.ends[token]);
  }

  /** What a token is written as. */
  written(token: number): string {
    return this.text.slice(this.tokens.starts[token], this.tokens.ends[token]);
  }
}
