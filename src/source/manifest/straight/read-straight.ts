import { emptyMapping, type Value } from "../value.js";
import { FlowReader } from "./flow-reader.js";
import { HEADER, type Keeping } from "../document.js";
import { KeyHashes } from "../key-hashes.js";
import { LineReader, NO_LINE, NOT_STRAIGHT } from "./line-reader.js";
import { MAX_DEPTH } from "../limits.js";
import { partOf, type Build } from "../build.js";
import { ReadError } from "../read-error.js";
import { YamlSyntaxError } from "../yaml/syntax-error.js";
import type { Places } from "./places.js";
import {
  DOUBLE_QUOTE,
  GREATER,
  HASH,
  LF,
  OPEN_BRACE,
  OPEN_BRACKET,
  PIPE,
  SINGLE_QUOTE,
} from "../yaml/characters.js";

/** What a document is, and where its first key stands. */
export interface StraightReading {
  readonly value: Value;
  readonly start: number;
}

/**
 * Reads a document of plain block YAML, as most manifests are, in one pass over its lines: without tokens and events, and
 * building only what is kept. Everything else is left to the reader of all YAML, which is also asked where something is
 * wrong, or written twice: here there are no messages.
 *
 * @param places told where everything lies, whether it is built or not
 * @returns undefined where the text is not that straight
 */
export function readStraight(
  text: string,
  start: number,
  end: number,
  parts: Keeping["parts"],
  places?: Places,
): StraightReading | undefined {
  try {
    return new BlockReader(text, start, end, parts, places).document();
  } catch (error) {
    if (error === NOT_STRAIGHT || error instanceof ReadError || error instanceof YamlSyntaxError)
      return undefined;
    throw error;
  }
}

/** What an object said of itself so far, or what was found ahead. */
interface Header {
  apiVersion: string | undefined;
  kind: string | undefined;
}

class BlockReader {
  readonly #lines: LineReader;
  readonly #flow: FlowReader;
  readonly #keys = new KeyHashes();
  readonly #parts: Keeping["parts"];
  readonly #places: Places | undefined;

  constructor(text: string, start: number, end: number, parts: Keeping["parts"], places: Places | undefined) {
    this.#lines = new LineReader(text, start, end);
    this.#flow = new FlowReader(this.#lines, this.#keys, places);
    this.#parts = parts;
    this.#places = places;
  }

  document(): StraightReading {
    const lines = this.#lines;
    lines.nextLine();
    if (lines.column === 0 && lines.text.startsWith("---\n", lines.at)) {
      lines.at += 4;
      lines.nextLine();
    }
    const start = lines.at;
    if (lines.column === NO_LINE || lines.isAtItem()) throw NOT_STRAIGHT;
    const value = this.#object(lines.column, undefined, undefined, 0);
    if (lines.column !== NO_LINE) throw NOT_STRAIGHT;
    return { value, start };
  }

  /** An object that says what it is before anything else, or a list of such objects. */
  #object(
    column: number,
    inheritedVersion: string | undefined,
    inheritedKind: string | undefined,
    depth: number,
  ): Value {
    const lines = this.#lines;
    const value = emptyMapping();
    const header: Header = { apiVersion: undefined, kind: undefined };
    let build: Build;
    let asked: Header | undefined;
    const keys = this.#keys.begin();
    this.#places?.begin(lines.at, false);
    do {
      this.#key(keys);
      const key = lines.keyText();
      if (key === "apiVersion" || key === "kind") {
        const said = this.#value(column, true, depth);
        if (typeof said !== "string") throw NOT_STRAIGHT;
        header[key] = value[key] = said;
        continue;
      }
      if (asked === undefined) {
        asked = {
          apiVersion: header.apiVersion ?? this.#ahead(column, "apiVersion"),
          kind: header.kind ?? this.#ahead(column, "kind"),
        };
        const isSilent = asked.apiVersion === undefined && asked.kind === undefined;
        const parts = isSilent
          ? this.#parts(inheritedVersion, inheritedKind)
          : this.#parts(asked.apiVersion, asked.kind);
        build = parts === "nothing" ? HEADER : parts;
      }
      if (key === "items") {
        value[key] = this.#items(column, header.apiVersion, header.kind?.replace(/List$/, ""), depth);
        continue;
      }
      const part = partOf(build, key);
      const each = this.#value(column, part, depth);
      if (part !== undefined) value[key] = each;
    } while (this.#isNext(column));
    this.#keys.end(keys);
    this.#places?.end();
    if (asked !== undefined && (asked.apiVersion !== header.apiVersion || asked.kind !== header.kind))
      throw NOT_STRAIGHT;
    return value;
  }

  /** What a line further down says of the object, as far as it looks. The object's end tells whether it is so. */
  #ahead(column: number, key: string): string | undefined {
    const { text, at, end } = this.#lines;
    const line = `\n${" ".repeat(column)}${key}: `;
    const found = this.#found.get(line);
    let start = found ?? -1;
    if (found === undefined || found < at) {
      start = text.indexOf(line, at);
      this.#found.set(line, start === -1 ? Infinity : start);
    }
    if (start === -1 || start >= end) return undefined;
    const from = start + line.length;
    const word = /[A-Za-z0-9./-]+(?=[ ]*\n)/y;
    word.lastIndex = from;
    const written = word.exec(text)?.[0];
    if (written === undefined) throw NOT_STRAIGHT;
    return written;
  }

  /** Where such a line was found last, so that no text is searched twice. */
  readonly #found = new Map<string, number>();

  #items(column: number, apiVersion: string | undefined, kind: string | undefined, depth: number): Value {
    const lines = this.#lines;
    const code = lines.passSpaces();
    if (code !== LF) return this.#value(column, true, depth);
    lines.endLine();
    lines.nextLine();
    if (lines.column < column || !lines.isAtItem()) throw NOT_STRAIGHT;
    const objects: Value[] = [];
    const dashes = lines.column;
    if (depth + 2 >= MAX_DEPTH) throw NOT_STRAIGHT;
    this.#places?.begin(lines.at, false);
    do {
      const start = lines.at;
      lines.at++;
      this.#places?.item(lines.at);
      if (lines.passSpaces() === LF) throw NOT_STRAIGHT;
      objects.push(this.#object(dashes + lines.at - start, apiVersion, kind, depth + 2));
    } while (this.#isNext(dashes) && lines.isAtItem());
    this.#places?.end();
    if (lines.column === dashes && dashes !== column) throw NOT_STRAIGHT;
    return objects;
  }

  /** True where the next line goes on in the collection at a column. */
  #isNext(column: number): boolean {
    const { column: next } = this.#lines;
    if (next > column) throw NOT_STRAIGHT;
    return next === column;
  }

  #key(keys: number): void {
    const lines = this.#lines;
    const start = lines.at;
    if (!lines.key() || this.#keys.add(keys, lines.hash)) throw NOT_STRAIGHT;
    this.#places?.key(lines.keyText(), start, lines.at - 1);
  }

  #mapping(column: number, build: Build, depth: number): Value {
    if (depth >= MAX_DEPTH) throw NOT_STRAIGHT;
    const lines = this.#lines;
    const value = emptyMapping();
    const keys = this.#keys.begin();
    this.#places?.begin(lines.at, false);
    do {
      this.#key(keys);
      if (build === undefined) {
        this.#value(column, undefined, depth);
        continue;
      }
      const key = lines.keyText();
      const part = partOf(build, key);
      const each = this.#value(column, part, depth);
      if (part !== undefined) value[key] = each;
    } while (this.#isNext(column));
    this.#keys.end(keys);
    this.#places?.end();
    return value;
  }

  #sequence(column: number, build: Build, depth: number): Value {
    if (depth >= MAX_DEPTH) throw NOT_STRAIGHT;
    const lines = this.#lines;
    const items: Value[] = [];
    this.#places?.begin(lines.at, false);
    do {
      const start = lines.at;
      lines.at++;
      this.#places?.item(lines.at);
      const item = this.#item(column, start, build, depth + 1);
      if (build !== undefined) items.push(item);
    } while (this.#isNext(column) && lines.isAtItem());
    this.#places?.end();
    return items;
  }

  #item(column: number, dash: number, build: Build, depth: number): Value {
    const lines = this.#lines;
    const code = lines.passSpaces();
    if (code === LF || code === HASH) return this.#below(column, build, depth, false);
    const inner = column + lines.at - dash;
    if (lines.isAtItem()) return this.#sequence(inner, build, depth);
    if (code !== OPEN_BRACE && code !== OPEN_BRACKET && code !== PIPE && code !== GREATER) {
      const start = lines.at;
      if (lines.key()) {
        lines.at = start;
        return this.#mapping(inner, build, depth);
      }
    }
    return this.#inLine(code, column, build, depth);
  }

  /** The value behind a key of a mapping at a column, and goes to the next line. */
  #value(column: number, build: Build, depth: number): Value {
    const code = this.#lines.passSpaces();
    if (code === LF || code === HASH) return this.#below(column, build, depth + 1, true);
    return this.#inLine(code, column, build, depth + 1);
  }

  /** A value on lines of its own: deeper than its parent, or a list at the column of its key. */
  #below(column: number, build: Build, depth: number, mayBeAtParent: boolean): Value {
    const lines = this.#lines;
    lines.endLine();
    lines.nextLine();
    if (lines.column < column) return this.#nothing();
    const isItem = lines.isAtItem();
    if (lines.column === column) {
      if (!isItem || !mayBeAtParent) return this.#nothing();
      return this.#sequence(column, build, depth);
    }
    const at = lines.column;
    const value = isItem ? this.#sequence(at, build, depth) : this.#mapping(at, build, depth);
    // What is left at the column of a list that has ended is no part of anything.
    if (isItem && lines.column === at) throw NOT_STRAIGHT;
    return value;
  }

  /** A value that is not written. */
  #nothing(): null {
    this.#places?.nothing();
    return null;
  }

  #inLine(code: number, column: number, build: Build, depth: number): Value {
    const lines = this.#lines;
    const isBuilt = build !== undefined;
    const isFlow = code === OPEN_BRACE || code === OPEN_BRACKET;
    const start = lines.at;
    let value: Value;
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) value = lines.quoted(code, isBuilt);
    else if (isFlow) value = this.#flow.collection(build, depth);
    else if (code === PIPE || code === GREATER) value = lines.block(column, isBuilt);
    else value = lines.plain(code, isBuilt);
    if (!isFlow) this.#places?.text(start, lines.textEnd);
    lines.nextLine();
    // A deeper line goes on with a text, or is wrong.
    if (lines.column > column) throw NOT_STRAIGHT;
    return value;
  }
}
