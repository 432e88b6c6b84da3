import { ALIAS_BUDGET, MAX_DUPLICATES } from "./limits.js";
import { AliasRatio } from "./alias-ratio.js";
import { partOf, type Build } from "./build.js";
import { emptyMapping, isMapping, type MutableMapping, type Value } from "./value.js";
import { EVENT, NONE, type Events } from "./yaml/events.js";
import { HEADER, type Keeping } from "./document.js";
import { isTextAtAGlance, plainInteger, resolvePlain } from "./scalar.js";
import { jsonValue, storedKey, type Key } from "./scalar-value.js";
import { ReadError } from "./read-error.js";
import { ScalarReader } from "./scalar-reader.js";
import type { Composed, RestoredKey } from "./composed.js";
import type { DuplicateKey } from "./problem.js";
import type { Span } from "./source.js";

/** A collection behind an anchor. */
interface Anchored {
  readonly value: Value;
  /** The nodes in it, aliases expanded, each alias counted as one more. */
  readonly size: number;
}

/**
 * Builds the JSON value that Kubernetes makes of a document's events: its scalars, keys, merges and tags
 * (S-IN-2, S-IN-3, S-IN-6), with null-prototype mappings. What is not built is looked through all the same: whether a
 * document can be read is one answer, whoever asks.
 *
 * @param parts what to build of the object that the document is, and of those in its `items`
 * @throws {ReadError} where Kubernetes' reader gives an error, or a limit is passed
 */
export function compose(events: Events, parts: Keeping["parts"]): Composed {
  return new Composer(events, parts).document();
}

class Composer {
  readonly #events: Events;
  readonly #parts: Keeping["parts"];
  readonly #scalars: ScalarReader;
  #next = 0;
  readonly #ratio = new AliasRatio();
  #expanded = 0;
  /** The node that bears an anchor: the one that began last, be it inside of another one. */
  readonly #anchors = new Map<string, number>();
  /** The collections behind anchors that have ended. */
  readonly #anchored = new Map<number, Anchored>();
  /** What aliases mean that are keys: anchors may be set anew. */
  readonly #aliasKeys = new Map<number, Key>();
  readonly #duplicates: DuplicateKey[] = [];
  readonly #collisions: DuplicateKey[] = [];
  readonly #restoredKeys: RestoredKey[] = [];
  #oneTooMany: Span | undefined;

  constructor(events: Events, parts: Keeping["parts"]) {
    this.#events = events;
    this.#parts = parts;
    this.#scalars = new ScalarReader(events);
  }

  document(): Composed {
    // What an alias names may stand in a part that would not be built.
    const value = this.#events.hasAlias ? this.#node(true) : this.#object(undefined, undefined);
    return {
      value,
      duplicates: this.#duplicates,
      collisions: this.#collisions,
      restoredKeys: this.#restoredKeys,
      expanded: this.#expanded,
      ...(this.#oneTooMany === undefined ? {} : { oneTooMany: this.#oneTooMany }),
    };
  }

  /** An object that says what it is, or an item of a list that says so for its items. */
  #object(inheritedVersion: string | undefined, inheritedKind: string | undefined): Value {
    const header = this.#header();
    if (header === undefined) return this.#node(true);
    const isSilent = header.apiVersion === undefined && header.kind === undefined;
    const apiVersion = isSilent ? inheritedVersion : header.apiVersion;
    const kind = isSilent ? inheritedKind : header.kind;
    const parts = this.#parts(apiVersion, kind);
    const items = (): Value => this.#items(apiVersion, kind?.replace(/List$/, ""));
    return this.#node(parts === "nothing" ? HEADER : parts, items);
  }

  #items(apiVersion: string | undefined, kind: string | undefined): Value {
    if (this.#events.kinds[this.#next] !== EVENT.SEQUENCE) return this.#node(true);
    const objects: Value[] = [];
    this.#ratio.count();
    this.#next++;
    while (!this.#atEnd()) objects.push(this.#object(apiVersion, kind));
    return objects;
  }

  /**
   * The `apiVersion` and `kind` of the mapping that is next.
   * @returns undefined where it is no mapping, or a merge or a tag may say something else
   */
  #header(): { apiVersion: string | undefined; kind: string | undefined } | undefined {
    const events = this.#events;
    if (events.kinds[this.#next] !== EVENT.MAPPING) return undefined;
    const header: { apiVersion: string | undefined; kind: string | undefined } = {
      apiVersion: undefined,
      kind: undefined,
    };
    const end = events.closings[this.#next] ?? NONE;
    for (let key = this.#next + 1, value; key < end; key = events.behind(value)) {
      value = events.behind(key);
      if (events.kinds[key] !== EVENT.SCALAR || events.tags[key] !== NONE) return undefined;
      const text = events.textOf(key);
      if (text === "<<") return undefined;
      if (text !== "apiVersion" && text !== "kind") continue;
      if (events.kinds[value] !== EVENT.SCALAR || events.tags[value] !== NONE) return undefined;
      const said = this.#untagged(value);
      header[text] = typeof said === "string" ? said : undefined;
    }
    return header;
  }

  /** @param items reads the items of the object that the node is, where it is one */
  #node(build: Build, items?: () => Value): Value {
    const event = this.#next;
    switch (this.#events.kinds[event]) {
      case EVENT.SCALAR:
      case EVENT.EMPTY:
        this.#passScalar(event);
        return build === undefined ? this.#looked(event) : this.#scalarValue(event);
      case EVENT.ALIAS:
        this.#next++;
        return this.#alias(event);
      default:
        return this.#collection(event, build, items);
    }
  }

  #collection(event: number, build: Build, items?: () => Value): Value {
    const before = this.#ratio.counted;
    const isMap = this.#events.kinds[event] === EVENT.MAPPING;
    this.#next++;
    this.#ratio.count();
    this.#noteAnchor(event);
    const value = isMap ? this.#mapping(event, build, items) : this.#sequence(build);
    if (this.#events.anchors[event] !== NONE)
      this.#anchored.set(event, { value, size: this.#ratio.counted - before });
    return value;
  }

  #passScalar(event: number): void {
    this.#next++;
    this.#ratio.count();
    this.#noteAnchor(event);
  }

  #noteAnchor(event: number): void {
    const anchor = this.#events.anchors[event] ?? NONE;
    if (anchor !== NONE) this.#anchors.set(this.#events.nameAt(anchor), event);
  }

  #sequence(build: Build): Value {
    const value: Value[] = [];
    while (!this.#atEnd()) {
      const item = this.#node(build);
      if (build !== undefined) value.push(item);
    }
    return value;
  }

  #mapping(opening: number, build: Build, items?: () => Value): Value {
    const value = emptyMapping();
    while (!this.#atEnd()) {
      const event = this.#next;
      if (this.#scalars.isMerge(event)) {
        this.#next++;
        this.#noteAnchor(event);
        this.#merge(value, opening, this.#spanOf(event));
        continue;
      }
      const key = this.#scalars.wordAt(event) ?? this.#key(event);
      if (typeof key === "string") {
        this.#next++;
        this.#ratio.count();
      }
      const text = typeof key === "string" ? key : key.text;
      const part = partOf(build, text);
      if (typeof key !== "string" && key.number === 0) this.#joinZeros(value, opening, event, key);
      if (value[text] !== undefined)
        this.#noteTwice(opening, event, typeof key === "string" ? this.#keyAt(event) : key);
      if (items !== undefined && text === "items") {
        value[text] = items();
        continue;
      }
      if (part === undefined) {
        this.#node(undefined);
        // The key stays, so that a second one is noticed.
        value[text] = null;
        continue;
      }
      if (typeof key !== "string" && key.text !== key.written)
        this.#restoredKeys.push({ mapping: value, key: key.text, written: key.written, at: key.span });
      value[text] = this.#node(part);
    }
    return value;
  }

  /** Records a key that the mapping which begins at an event has already. */
  #noteTwice(opening: number, event: number, key: Key, isInOneMerge = false): void {
    if (this.#duplicates.length + this.#collisions.length === MAX_DUPLICATES) {
      this.#oneTooMany ??= key.span;
      return;
    }
    const first = this.#firstOf(opening, event, key);
    if (first === undefined) return;
    const pair: DuplicateKey = {
      key: key.text,
      first: first.span,
      second: key.span,
      ...mergeOf(first, key, isInOneMerge),
    };
    // `true` beside `"true"` are one key only as stored; what a merge brings is compared as it is stored.
    const isSame = first.kind === "merge" || key.kind === "merge" || isSameKey(first, key);
    // No number is like itself that is none: what is written alike is stored in no order, too.
    const isNotANumber = key.text === ".nan";
    if (isSame || isNotANumber) this.#duplicates.push(pair);
    if (!isSame || isNotANumber) this.#collisions.push(pair);
  }

  /** 0.0 and -0.0 are one key, that is called like the later one. */
  #joinZeros(into: MutableMapping, opening: number, event: number, key: Key): void {
    const twin = key.text === "0" ? "-0" : "0";
    if (into[twin] === undefined) return;
    const first = this.#firstOf(opening, event, { ...key, text: twin });
    if (first?.number !== 0) return;
    this.#noteTwice(opening, event, { ...key, text: twin });
    delete into[twin];
  }

  /** The first key (or merge) of a mapping, in front of an event, that gave `key` its value so far. */
  #firstOf(opening: number, end: number, key: Key): Key | undefined {
    let merge: Key | undefined;
    for (let event = opening + 1; event < end;) {
      if (this.#scalars.isMerge(event)) merge ??= mergeKey("<<", this.#spanOf(event));
      else {
        const earlier = this.#keyAt(event);
        if (earlier.text === key.text) return earlier;
      }
      event = this.#events.behind(this.#events.behind(event));
    }
    return merge;
  }

  /** `<<`: sets every key of the merged mappings, over earlier keys too; of a list, the first mapping wins. */
  #merge(into: MutableMapping, opening: number, at: Span): void {
    const before = this.#next;
    const isList = this.#events.kinds[before] === EVENT.SEQUENCE;
    const source = this.#node(true);
    // The list itself is no node of its own there.
    if (isList) this.#ratio.forget();
    const maps = isList && Array.isArray(source) ? source.toReversed() : [source];
    const brought = new Set<string>();
    for (const map of maps) {
      if (!isMapping(map)) throw new ReadError("merge-of-no-map", at);
      const keys = Object.keys(map);
      this.#charge(keys.length + 1, at);
      for (const key of keys) {
        if (into[key] !== undefined) this.#noteTwice(opening, before, mergeKey(key, at), brought.has(key));
        brought.add(key);
        into[key] = map[key] as Value;
      }
    }
  }

  /** The key that is next. @throws {ReadError} for one that JSON cannot have */
  #key(event: number): Key {
    const span = this.#spanOf(event);
    switch (this.#events.kinds[event]) {
      case EVENT.SCALAR:
      case EVENT.EMPTY:
        this.#passScalar(event);
        return this.#keyAt(event);
      case EVENT.ALIAS: {
        this.#next++;
        const target = this.#target(event);
        // An infinity is a key, though no value.
        if (this.#events.isCollection(target)) {
          this.#alias(event);
          throw new ReadError("map-key", span);
        }
        this.#expand(1, span);
        const key = storedKey(this.#scalars.scalar(target), this.#written(span), span);
        this.#aliasKeys.set(event, key);
        return key;
      }
      default:
        this.#node(true);
        throw new ReadError("map-key", { start: span.start, end: span.start + 1 });
    }
  }

  /** A key that has been read, or a scalar one that is. */
  #keyAt(event: number): Key {
    const known = this.#aliasKeys.get(event);
    if (known !== undefined) return known;
    return storedKey(this.#scalars.scalar(event), this.#events.textOf(event), this.#spanOf(event));
  }

  #written({ start, end }: Span): string {
    return this.#events.text.slice(start, end);
  }

  #nameOf(alias: number): string {
    return this.#events.nameAt(this.#events.mains[alias] ?? 0);
  }

  /** The node that an alias stands for. */
  #target(event: number): number {
    const name = this.#nameOf(event);
    const target = this.#anchors.get(name);
    if (target === undefined) throw new ReadError("unknown-anchor", this.#spanOf(event), name);
    return target;
  }

  #alias(event: number): Value {
    const span = this.#spanOf(event);
    const target = this.#target(event);
    const anchored = this.#anchored.get(target);
    const isOpen = anchored === undefined && this.#events.isCollection(target);
    if (isOpen) throw new ReadError("anchor-contains-itself", span, this.#nameOf(event));
    const { value, size } = anchored ?? { value: this.#scalarValue(target), size: 1 };
    this.#expand(size, span);
    return value;
  }

  #expand(size: number, at: Span): void {
    this.#charge(size, at);
    this.#ratio.count();
    if (this.#ratio.expand(size)) throw new ReadError("alias-budget", at);
  }

  #charge(nodes: number, at: Span): void {
    this.#expanded += nodes;
    if (this.#expanded > ALIAS_BUDGET.document) throw new ReadError("alias-budget", at);
  }

  /** Most values are texts and small numbers, which take no detour. */
  #scalarValue(event: number): Value {
    return this.#events.tags[event] === NONE ? this.#untagged(event) : this.#resolved(event);
  }

  #untagged(event: number): Value {
    const text = this.#events.textOf(event);
    if (!this.#events.isPlain(event) || isTextAtAGlance(text)) return text;
    return plainInteger(text) ?? jsonValue(resolvePlain(text), this.#spanOf(event));
  }

  #resolved(event: number): Value {
    return jsonValue(this.#scalars.scalar(event), this.#spanOf(event));
  }

  /** Of a scalar that is not built only those are looked at that may be no value of JSON's. */
  #looked(event: number): null {
    if (this.#events.tags[event] !== NONE || this.#scalars.mayBeInfinite(event)) this.#resolved(event);
    return null;
  }

  #spanOf(event: number): Span {
    const start = this.#events.starts[event] ?? 0;
    return { start, end: this.#events.ends[event] ?? start };
  }

  #atEnd(): boolean {
    if (this.#events.kinds[this.#next] !== EVENT.END) return false;
    this.#next++;
    return true;
  }
}

/** What a merge does with a key that stands there twice, if it is one of the two. */
function mergeOf(first: Key, second: Key, isInOneMerge: boolean): Pick<DuplicateKey, "merge"> {
  if (isInOneMerge) return { merge: "overridden" };
  if (first.kind === "merge") return second.kind === "merge" ? {} : { merge: "overridden" };
  return second.kind === "merge" ? { merge: "overrides" } : {};
}

function mergeKey(text: string, span: Span): Key {
  return { text, written: text, kind: "merge", span };
}

/** True for keys that are one before they are stored: floats are told apart by digits that their stored text has not. */
function isSameKey(a: Key, b: Key): boolean {
  return a.kind === b.kind && a.number === b.number;
}
