import { encodeJsonLine } from "./encode.js";

/** A value that stands in a document many times: each depth at which it does is laid out once. */
export class RepeatedJson {
  readonly #value: unknown;
  readonly #texts: string[] = [];

  constructor(value: unknown) {
    this.#value = value;
  }

  at(depth: number): string {
    return (this.#texts[depth] ??= textOf(this.#value, depth));
  }
}

/** Above this depth each member and item is a piece of its own. */
const PIECES_TO = 4;

/**
 * The text that `encodeJson` makes of a value, in pieces: for documents of millions of characters, most of which are of parts
 * that are repeated.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  yield* piecesOf(value, 0);
  yield "\n";
}

function* piecesOf(value: unknown, depth: number): Generator<string> {
  if (depth === PIECES_TO || !isCollection(value)) {
    yield textOf(value, depth);
    return;
  }
  const { start, members, end } = partsOf(value);
  let separator = start;
  for (const { name, member } of members) {
    yield `${separator}${lineBreak(depth + 1)}${name}`;
    yield* piecesOf(member, depth + 1);
    separator = ",";
  }
  yield separator === "," ? lineBreak(depth) + end : start + end;
}

/** One text, joined at once: V8 keeps sums of texts as trees, and goes through those of a repeated value each time. */
function textOf(value: unknown, depth: number): string {
  const texts: string[] = [];
  layOut(value, depth, texts);
  return texts.join("");
}

function layOut(value: unknown, depth: number, texts: string[]): void {
  if (typeof value === "string") texts.push(quoted(value));
  else if (value instanceof RepeatedJson) texts.push(value.at(depth));
  else if (!isCollection(value)) texts.push(JSON.stringify(value) ?? "null");
  else {
    const { start, members, end } = partsOf(value);
    let separator = start;
    for (const { name, member } of members) {
      texts.push(separator, lineBreak(depth + 1), name);
      layOut(member, depth + 1, texts);
      separator = ",";
    }
    texts.push(separator === "," ? lineBreak(depth) : start, end);
  }
}

function isCollection(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof RepeatedJson);
}

interface Parts {
  readonly start: string;
  readonly end: string;
  /** Members behind what stands before them; of a list, nothing does. */
  readonly members: readonly { readonly name: string; readonly member: unknown }[];
}

function partsOf(value: object): Parts {
  if (Array.isArray(value))
    return { start: "[", end: "]", members: value.map((member: unknown) => ({ name: "", member })) };
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return {
    start: "{",
    end: "}",
    members: members.map(([key, member]) => ({ name: `${quoted(key)}: `, member })),
  };
}

const BREAKS: string[] = [];

/** A new line at a depth. */
function lineBreak(depth: number): string {
  return (BREAKS[depth] ??= `\n${"  ".repeat(depth)}`);
}

/** A text of which nothing is to be escaped: neither by JSON nor for a terminal or a CI runner. */
const PLAIN = /^[\x20\x21\x24-\x5b\x5d-\x7e]*$/;

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : encodeJsonLine(text);
}
