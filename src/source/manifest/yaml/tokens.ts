/** What the scanner tells apart, and what it knows of collections from the indentation alone. */
export const TOKEN = {
  /** What follows may turn out to be a key: then this becomes `KEY` or `MAPPING_AND_KEY`. */
  SLOT: 0,
  KEY: 1,
  /** A block mapping begins, with its first key. */
  MAPPING_AND_KEY: 2,
  BLOCK_MAPPING: 3,
  BLOCK_SEQUENCE: 4,
  BLOCK_END: 5,
  VALUE: 6,
  BLOCK_ENTRY: 7,
  FLOW_MAPPING: 8,
  FLOW_MAPPING_END: 9,
  FLOW_SEQUENCE: 10,
  FLOW_SEQUENCE_END: 11,
  FLOW_ENTRY: 12,
  ALIAS: 13,
  ANCHOR: 14,
  TAG: 15,
  PLAIN: 16,
  SINGLE_QUOTED: 17,
  DOUBLE_QUOTED: 18,
  BLOCK_SCALAR: 19,
  VERSION_DIRECTIVE: 20,
  TAG_DIRECTIVE: 21,
  DOCUMENT_START: 22,
  DOCUMENT_END: 23,
  STREAM_END: 24,
} as const;

/** The kind of a token, as a number: they are kept in columns. */
export type TokenKind = (typeof TOKEN)[keyof typeof TOKEN];

/** The tokens of a text, column by column: a document has too many for an object each. */
export class Tokens {
  readonly kinds: TokenKind[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** Of a block scalar: the column of its text. Of a plain or quoted one: 1 where it has several lines or escapes. */
  readonly details: number[] = [];
  /** The comments, each by its `#` and the end of its line. */
  readonly comments: number[] = [];
  /** Why scanning stopped, if it did before the text's end. */
  error: Error | undefined;
  /** Those that may have become keys when scanning stopped: whoever asks for one is told the error. */
  undecided: readonly number[] = [];

  get length(): number {
    return this.kinds.length;
  }

  /** @returns its number */
  push(kind: TokenKind, start: number, end: number, detail = 0): number {
    this.starts.push(start);
    this.ends.push(end);
    this.details.push(detail);
    return this.kinds.push(kind) - 1;
  }
}
