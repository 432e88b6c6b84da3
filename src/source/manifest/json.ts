import { emptyMapping, isList, isMapping, type MutableMapping, type Value } from "./value.js";
import type { TwinItems } from "./twin-items.js";
import type { DuplicateKey } from "./problem.js";
import type { Keep } from "./composed.js";
import { HEADER, type Keeping } from "./document.js";
import type { Span } from "./source.js";
import { hashed, hashOf, KeyHashes } from "./key-hashes.js";
import { JsonPlan, type PlannedField } from "./json-plan.js";
import { AlikeTexts } from "./alike-texts.js";
import { JsonCursor, jsonKey, JsonStop } from "./json-cursor.js";
import { MAX_DUPLICATES } from "./limits.js";

/** The outcome of reading one JSON value: where it ends, or what is wrong and where. */
export type JsonScan =
  | {
      readonly value: Value;
      readonly end: number;
      readonly duplicates: readonly DuplicateKey[];
      /** Where a list of objects and its items lie. */
      readonly objects?: JsonObjects;
      /** The first key beyond the duplicates that are listed. */
      readonly oneTooMany?: Span;
      /** The first number that no 64-bit float holds: kubectl goes on behind the value, and refuses it. */
      readonly notFinite?: Span;
      /** The first number of the root's metadata that is written as a fraction where Kubernetes' type has a whole one. */
      readonly fraction?: Span;
      readonly problem?: never;
    }
  | {
      readonly problem: { readonly code: "json-syntax" | "depth"; readonly at: number };
      readonly end?: never;
    };

/** Decides how much of an object to build from its `apiVersion` and `kind`. */
type Parts = Keeping["parts"];

/**
 * Reads one JSON value from `start` in a single pass with a bounded depth: the value, the offset behind it, and the keys
 * that are written twice (which `JSON.parse` would hide: the last one wins in silence).
 * @param parts what to build of the root and of the items of a list, where they say first what they are; what is not
 * built is read all the same
 * @param twins lists of another state of the same cluster
 */
export function scanJson(text: string, start: number, parts?: Parts, twins?: TwinItems): JsonScan {
  const scanner = new JsonScanner(text, start, parts, undefined, twins);
  try {
    const value = scanner.value(0, OBJECT);
    const { position, duplicates, oneTooMany, notFinite, fraction, objects } = scanner;
    const values = isMapping(value) ? value["items"] : undefined;
    // What there is to tell of a text is told for each place.
    const isClean = duplicates.length === 0 && notFinite === undefined && fraction === undefined;
    if (isClean && parts !== undefined && isList(values) && objects?.items.length === 2 * values.length)
      twins?.keep({ text, places: objects.items, values, parts });
    return {
      value,
      end: position,
      duplicates,
      ...(objects === undefined ? {} : { objects }),
      ...(oneTooMany === undefined ? {} : { oneTooMany }),
      ...(notFinite === undefined ? {} : { notFinite }),
      ...(fraction === undefined ? {} : { fraction }),
    };
  } catch (error) {
    if (error instanceof JsonStop) return { problem: { code: error.code, at: error.at } };
    throw error;
  }
}

/** The offsets of the first list of objects, kept because a cluster's dump is one long list that nobody wants to scan twice. */
export interface JsonObjects {
  readonly list: Span;
  /** Where each item begins, and behind it where it ends. */
  readonly items: readonly number[];
}

/** One value of a mapping or list with its offsets. */
export interface JsonMember {
  /** The offsets of its key, for a mapping's. */
  readonly key: Span | undefined;
  readonly value: Span;
  readonly isCollection: boolean;
}

/** The members of the collection that begins at `start`, without what is in them; none of what is broken. */
export function jsonMembers(text: string, start: number, objects: JsonObjects | undefined): JsonMember[] {
  if (objects === undefined || objects.list.start !== start)
    return new JsonScanner(text, start, undefined, objects).members();
  const { items } = objects;
  return Array.from({ length: items.length / 2 }, (_, i) => {
    const value = { start: items[2 * i] ?? start, end: items[2 * i + 1] ?? start };
    return { key: undefined, value, isCollection: /[{[]/.test(text[value.start] ?? "") };
  });
}

/** What to build of a value: all, some parts, or what the object that it is will say. */
type JsonBuild = true | Keep | typeof OBJECT | typeof OBJECTS;

/** An object that says what it is, and a list of such objects. */
const OBJECT = Symbol("object");
const OBJECTS = Symbol("objects");

/** Builds values from a text, or passes over them. */
class JsonScanner extends JsonCursor {
  readonly duplicates: DuplicateKey[] = [];
  oneTooMany: Span | undefined;
  fraction: Span | undefined;
  objects: JsonObjects | undefined;
  readonly #parts: Parts | undefined;
  /** A list that need not be scanned again. */
  readonly #known: JsonObjects | undefined;
  /** Of what is not built; undefined where everything has been read before. */
  readonly #hashes: KeyHashes | undefined;
  readonly #twins: TwinItems | undefined;
  readonly #plans = new Map<Keep, JsonPlan>();

  constructor(text: string, start: number, parts: Parts | undefined, known?: JsonObjects, twins?: TwinItems) {
    super(text, start);
    this.#twins = twins;
    this.#parts = parts;
    this.#known = known;
    this.#hashes = parts === undefined ? undefined : new KeyHashes();
  }

  value(depth: number, build: JsonBuild): Value {
    this.skipSpace();
    switch (this.text.charCodeAt(this.position)) {
      case 0x7b:
        return this.#mapping(depth, build === OBJECTS ? true : build);
      case 0x5b:
        // Parts pass through lists.
        return this.#list(depth, build === OBJECTS ? OBJECT : build === OBJECT ? true : build);
      case 0x22:
        return this.string();
      default:
        return this.numberOrWord();
    }
  }

  /** @throws nothing: what is broken ends where it is broken */
  members(): JsonMember[] {
    const members: JsonMember[] = [];
    try {
      const isMapping = this.text.charCodeAt(this.position) === 0x7b;
      this.position++;
      if (this.close(isMapping ? 0x7d : 0x5d)) return members;
      do {
        const key = isMapping ? this.keySpan() : undefined;
        this.skipSpace();
        const start = this.position;
        const code = this.text.charCodeAt(start);
        this.#skip(0);
        const value = { start, end: this.position };
        members.push({ key, value, isCollection: code === 0x7b || code === 0x5b });
      } while (this.comma());
    } catch (error) {
      if (!(error instanceof JsonStop)) throw error;
    }
    return members;
  }

  #mapping(depth: number, build: Exclude<JsonBuild, typeof OBJECTS>): Value {
    const opening = this.position;
    this.open(depth);
    const result: MutableMapping = emptyMapping();
    let parts: true | Keep | undefined = build === OBJECT ? undefined : build;
    let plan = parts === undefined || parts === true ? undefined : this.#planOf(parts);
    if (!this.close(0x7d)) {
      do {
        this.skipSpace();
        const start = this.position;
        if (this.text.charCodeAt(start) !== 0x22) throw new JsonStop("json-syntax", start);
        const isEscaped = this.endOfString();
        const end = this.position;
        if (plan !== undefined && !isEscaped) {
          const field = plan.at(this.text, start + 1, end - 1);
          if (field !== undefined) {
            if (result[field.key] !== undefined) this.#addDuplicate(field.key, opening, { start, end });
            this.expect(0x3a);
            result[field.key] = this.#field(depth + 1, field);
            continue;
          }
          if (build !== OBJECT || !this.text.startsWith(ITEMS, start)) {
            this.expect(0x3a);
            this.#skip(depth + 1);
            continue;
          }
        }
        const key = isEscaped ? this.unescape(start) : this.slice(start + 1, end - 1);
        if (result[key] !== undefined) this.#addDuplicate(key, opening, { start, end });
        this.expect(0x3a);
        const isHeader = key === "apiVersion" || key === "kind";
        if (!isHeader && parts === undefined) {
          parts = this.#partsOf(result);
          // kubectl looks at the metadata of the root, built or not.
          if (parts !== true && depth > 0) plan = this.#planOf(parts);
        }
        const isItems = build === OBJECT && key === "items";
        const part = parts === undefined || parts === true || isItems ? true : parts[key];
        const valueStart = this.position;
        if (part === undefined) this.#skip(depth + 1);
        else {
          result[key] = this.value(depth + 1, isItems ? OBJECTS : part);
        }
        if (depth === 0 && build === OBJECT && key === "metadata") this.#lookForFraction(valueStart);
      } while (this.comma());
      this.expect(0x7d);
    }
    return result;
  }

  #planOf(keep: Keep): JsonPlan {
    const known = this.#plans.get(keep);
    if (known !== undefined) return known;
    const plan = new JsonPlan(keep);
    this.#plans.set(keep, plan);
    return plan;
  }

  /** The value of a field. A collection that was met before in the same field, letter by letter, is not built again. */
  #field(depth: number, { build, alike }: PlannedField): Value {
    this.skipSpace();
    const text = this.text;
    const start = this.position;
    const code = text.charCodeAt(start);
    if ((code !== 0x7b && code !== 0x5b) || !alike.pays) return this.value(depth, build);
    const prefix = AlikeTexts.prefixAt(text, start);
    const known = alike.find(prefix, text, start, depth);
    if (known !== undefined) {
      this.position += known.text.length;
      return known.value;
    }
    const { notFinite } = this;
    const duplicates = this.duplicates.length;
    const value = this.value(depth, build);
    // What there is to tell of a text is told for each place.
    if (this.duplicates.length === duplicates && duplicates < MAX_DUPLICATES && this.notFinite === notFinite)
      alike.add(prefix, { text: text.slice(start, this.position), depth, value });
    return value;
  }

  /** What an object says of itself before anything else; all of it where it does not say so first. */
  #partsOf(header: MutableMapping): true | Keep {
    const { apiVersion, kind } = header;
    if (typeof apiVersion !== "string" || typeof kind !== "string") return true;
    const parts = this.#parts?.(apiVersion, kind) ?? true;
    return parts === "nothing" ? HEADER : parts;
  }

  #list(depth: number, build: Exclude<JsonBuild, typeof OBJECTS>): Value {
    const start = this.position;
    const items: number[] | undefined = build === OBJECT && this.objects === undefined ? [] : undefined;
    const parts = this.#parts;
    const twin =
      items === undefined || depth !== 1 || parts === undefined ? undefined : this.#twins?.next(parts);
    this.open(depth);
    const result: Value[] = [];
    if (!this.close(0x5d)) {
      do {
        this.skipSpace();
        items?.push(this.position);
        const known = twin?.at(this.text, this.position);
        if (known === undefined) {
          const value = this.value(depth + 1, build);
          twin?.followOn(value);
          result.push(value);
        } else {
          this.position += known.length;
          result.push(known.value);
        }
        items?.push(this.position);
      } while (this.comma());
      this.expect(0x5d);
    }
    if (items !== undefined) this.objects = { list: { start, end: this.position }, items };
    return result;
  }

  /**
   * kubectl decodes the metadata of what it reads from the text: 1.0 is no whole number there, though it is one in YAML,
   * of which kubectl makes JSON first.
   */
  #lookForFraction(start: number): void {
    const metadata = new JsonScanner(this.text, start, undefined);
    metadata.skipSpace();
    if (this.text.charCodeAt(metadata.position) !== 0x7b) return;
    for (const { key, value } of metadata.members()) {
      if (key === undefined || !WHOLE_NUMBERS.has(jsonKey(this.text, key))) continue;
      const written = this.text.slice(value.start, value.end);
      // What is no whole number at all is a wrong type in YAML, too.
      if (/^-?[0-9]+[.eE]/.test(written) && Number.isInteger(Number(written))) this.fraction ??= value;
    }
  }

  /** Reads a value without building it. */
  #skip(depth: number): void {
    this.skipSpace();
    const code = this.text.charCodeAt(this.position);
    if (code === 0x22) {
      this.skipString();
      return;
    }
    if (this.position === this.#known?.list.start) {
      this.position = this.#known.list.end;
      return;
    }
    if (code !== 0x7b && code !== 0x5b) {
      this.numberOrWord();
      return;
    }
    const opening = this.position;
    this.open(depth);
    const closing = code + 2;
    if (this.close(closing)) return;
    const keys = this.#hashes?.begin();
    do {
      if (code === 0x7b) this.#skipKey(opening, keys);
      this.#skip(depth + 1);
    } while (this.comma());
    if (keys !== undefined) this.#hashes?.end(keys);
    this.expect(closing);
  }

  /** Passes over a key of a mapping that is not built. It is read in full only where it may be there twice. */
  #skipKey(opening: number, keys: number | undefined): void {
    const { start, end } = this.keySpan();
    if (keys === undefined || this.#hashes?.add(keys, this.#hashOf(start, end)) !== true) return;
    if (this.duplicates.length === MAX_DUPLICATES) {
      this.oneTooMany ??= { start, end };
      return;
    }
    const key = jsonKey(this.text, { start, end });
    const first = this.#firstOf(key, opening, { start, end });
    if (first.start < start) this.#addDuplicate(key, opening, { start, end });
  }

  #hashOf(start: number, end: number): number {
    const text = this.text;
    let hash = 0;
    for (let at = start + 1; at < end - 1; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x5c) return hashOf(jsonKey(text, { start, end }));
      hash = hashed(hash, code);
    }
    return hash;
  }

  #addDuplicate(key: string, opening: number, second: Span): void {
    if (this.duplicates.length < MAX_DUPLICATES)
      this.duplicates.push({ key, first: this.#firstOf(key, opening, second), second });
    else this.oneTooMany ??= second;
  }

  /** Where the mapping that opens at an offset has a key first. Sought anew, for keys are seldom written twice. */
  #firstOf(key: string, opening: number, otherwise: Span): Span {
    const scanner = new JsonScanner(this.text, opening + 1, undefined);
    do {
      const span = scanner.keySpan();
      if (jsonKey(this.text, span) === key) return span;
      scanner.#skip(0);
    } while (scanner.comma());
    return otherwise;
  }
}

/** A key that makes a list of an object, in quotes. */
const ITEMS = '"items"';

/** The fields of an object's metadata that are whole numbers. */
const WHOLE_NUMBERS: ReadonlySet<string> = new Set(["generation", "deletionGracePeriodSeconds"]);
