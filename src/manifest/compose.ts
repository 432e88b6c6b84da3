import { EVENT_ID, SCALAR_STYLE, getScalarValue, type Event } from "js-yaml";
import { emptyMapping, isMapping, type MutableMapping, type Value } from "./value.js";
import {
  isTextAtAGlance,
  keyText,
  plainInteger,
  resolvePlain,
  resolveTagged,
  type Scalar,
} from "./scalar.js";
import { ALIAS_BUDGET, MAX_DEPTH, MAX_DUPLICATES } from "./limits.js";
import { tagResolver } from "./tag.js";
import type { Composed, Keep, RestoredKey } from "./composed.js";
import type { DuplicateKey, ReadProblem, ReadProblemCode } from "./problem.js";
import type { Span } from "./source.js";

/** Thrown inside of this folder only, and turned into a {@link ReadProblem}. */
export class ReadError extends Error {
  readonly problem: ReadProblem;

  constructor(code: ReadProblemCode, at: Span, detail?: string) {
    super(code);
    this.problem = detail === undefined ? { code, at } : { code, at, detail };
  }
}

type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>;
type AliasEvent = Extract<Event, { type: typeof EVENT_ID.ALIAS }>;
type CollectionEvent = Extract<Event, { type: typeof EVENT_ID.MAPPING | typeof EVENT_ID.SEQUENCE }>;

/** A value behind an anchor, with the number of nodes in it, aliases expanded. */
interface Anchored {
  readonly value: Value;
  readonly size: number;
}

/** A key as it is met: its stored text, and what tells `true` from `"true"`. */
interface Key {
  readonly text: string;
  readonly written: string;
  readonly kind: Scalar["type"] | "merge";
  readonly span: Span;
}

/**
 * Builds the JSON value that Kubernetes makes of a document's events: its scalars, keys, merges and tags
 * (S-IN-2, S-IN-3, S-IN-6), with null-prototype mappings.
 *
 * @param text the text that the events point into
 * @param events the events of one document, from its document event on
 * @param keep the parts to build; where there are others, `checksTheRest` looks through them all the same
 * @throws {ReadError} where Kubernetes' reader gives an error, or a limit is passed
 */
export function compose(
  text: string,
  events: readonly Event[],
  from = 0,
  keep: true | Keep = true,
  checksTheRest = true,
): Composed {
  return new Composer(text, events, from, checksTheRest).document(keep);
}

class Composer {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #checksTheRest: boolean;
  #next: number;
  /** Nodes so far, those that aliases and merges added included. */
  #nodes = 0;
  #expanded = 0;
  readonly #anchors = new Map<string, Anchored | "open">();
  readonly #duplicates: DuplicateKey[] = [];
  readonly #collisions: DuplicateKey[] = [];
  readonly #restoredKeys: RestoredKey[] = [];
  #oneTooMany: Span | undefined;
  #longTag: (tag: string) => string = (tag) => tag;

  constructor(text: string, events: readonly Event[], from: number, checksTheRest: boolean) {
    this.#checksTheRest = checksTheRest;
    this.#text = text;
    this.#events = events;
    this.#next = from;
  }

  document(keep: true | Keep): Composed {
    const event = this.#take();
    if (event.type !== EVENT_ID.DOCUMENT)
      throw new Error("invariant: a document begins with a document event");
    for (const directive of event.directives) {
      if (directive.kind === "yaml" && directive.version !== "1.1") {
        throw new ReadError("yaml-version", { start: 0, end: 0 }, directive.version);
      }
    }
    this.#longTag = tagResolver(event.directives);
    const value = this.#node(0, keep === true || this.#hasAlias() ? true : keep);
    return {
      value,
      duplicates: this.#duplicates,
      collisions: this.#collisions,
      restoredKeys: this.#restoredKeys,
      expanded: this.#expanded,
      ...(this.#oneTooMany === undefined ? {} : { oneTooMany: this.#oneTooMany }),
    };
  }

  /** What an alias names may stand in a part that would be skipped. */
  #hasAlias(): boolean {
    for (let i = this.#next, depth = 1; depth > 0; i++) {
      const type = this.#events[i]?.type;
      if (type === EVENT_ID.ALIAS) return true;
      if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth++;
      else if (type === EVENT_ID.POP) depth--;
    }
    return false;
  }

  #take(): Event {
    const event = this.#events[this.#next++];
    if (event === undefined) throw new Error("invariant: events end inside a document");
    return event;
  }

  #node(depth: number, keep: true | Keep): Value {
    const event = this.#take();
    this.#nodes++;
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return this.#scalarValue(event);
      case EVENT_ID.ALIAS:
        return this.#alias(event);
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        return this.#collection(event, depth, keep);
      default:
        throw new Error("invariant: no node where one must be");
    }
  }

  #collection(event: CollectionEvent, depth: number, keep: true | Keep): Value {
    if (depth >= MAX_DEPTH) throw new ReadError("depth", { start: event.start, end: event.start + 1 });
    const name = this.#anchorName(event);
    if (name === undefined) return this.#content(event, depth, keep);
    this.#anchors.set(name, "open");
    const before = this.#nodes;
    const value = this.#content(event, depth, keep);
    this.#anchors.set(name, { value, size: this.#nodes - before + 1 });
    return value;
  }

  #content(event: CollectionEvent, depth: number, keep: true | Keep): Value {
    return event.type === EVENT_ID.MAPPING ? this.#mapping(depth, keep) : this.#sequence(depth, keep);
  }

  #sequence(depth: number, keep: true | Keep): Value {
    const value: Value[] = [];
    while (!this.#atPop()) value.push(this.#node(depth + 1, keep));
    return value;
  }

  #mapping(depth: number, keep: true | Keep): Value {
    const value = emptyMapping();
    const start = this.#next;
    while (!this.#atPop()) {
      const event = this.#take();
      if (this.#isMerge(event)) {
        this.#merge(value, start, depth, scalarSpan(event));
        continue;
      }
      const key = this.#plainKey(event) ?? this.#key(event, depth);
      const text = typeof key === "string" ? key : key.text;
      const kept = keep === true || (Object.hasOwn(keep, text) && keep[text]);
      if (value[text] !== undefined) this.#noteTwice(start, this.#fullKey(key, event));
      if (kept === false || kept === undefined) {
        this.#passOver(depth);
        value[text] = null;
        continue;
      }
      if (typeof key !== "string" && key.text !== key.written) {
        this.#restoredKeys.push({ mapping: value, key: key.text, written: key.written, at: key.span });
      }
      value[text] = this.#node(depth + 1, kept);
    }
    return value;
  }

  /** A part that nothing reads: its key stays, so that a second one is noticed. */
  #passOver(depth: number): void {
    if (this.#checksTheRest) this.#node(depth + 1, true);
    else this.#skip();
  }

  /** Passes over one node. */
  #skip(): void {
    let depth = 0;
    do {
      const { type } = this.#take();
      if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth++;
      else if (type === EVENT_ID.POP) depth--;
    } while (depth > 0);
  }

  /** Records a key that the mapping, whose first key is event number `start`, has already. */
  #noteTwice(start: number, key: Key): void {
    if (this.#duplicates.length + this.#collisions.length === MAX_DUPLICATES) {
      this.#oneTooMany ??= key.span;
      return;
    }
    const first = this.#firstOf(start, key);
    if (first === undefined) return;
    const pair = { key: key.text, first: first.span, second: key.span };
    // `true` beside `"true"` are one key only as stored; what a merge brings is compared as it is stored.
    const isSameAsWritten = first.kind === key.kind || first.kind === "merge" || key.kind === "merge";
    (isSameAsWritten ? this.#duplicates : this.#collisions).push(pair);
  }

  /** The first key (or merge) of the mapping that gave `key` its value so far. */
  #firstOf(start: number, key: Key): Key | undefined {
    const end = this.#next;
    let merge: Key | undefined;
    for (this.#next = start; this.#next < end;) {
      const event = this.#take();
      if (event.type === EVENT_ID.SCALAR || event.type === EVENT_ID.ALIAS) {
        if (this.#isMerge(event))
          merge ??= { text: "<<", written: "<<", kind: "merge", span: scalarSpan(event) };
        else {
          const earlier = this.#key(event, 0);
          if (earlier.text === key.text && earlier.span.start !== key.span.start) {
            this.#next = end;
            return earlier;
          }
        }
      }
      this.#skip();
    }
    this.#next = end;
    return merge;
  }

  #isMerge(event: Event): event is ScalarEvent {
    if (event.type !== EVENT_ID.SCALAR || event.valueEnd - event.valueStart !== 2) return false;
    if (!this.#text.startsWith("<<", event.valueStart)) return false;
    if (event.tagStart === -1) return event.style === SCALAR_STYLE.PLAIN;
    return this.#tagOf(event) === "tag:yaml.org,2002:merge";
  }

  /** `<<`: sets every key of the merged mappings, over earlier keys too; of a list, the first mapping wins. */
  #merge(into: MutableMapping, start: number, depth: number, at: Span): void {
    const isList = this.#events[this.#next]?.type === EVENT_ID.SEQUENCE;
    const source = this.#node(depth + 1, true);
    const maps = isList && Array.isArray(source) ? source.toReversed() : [source as Value];
    for (const map of maps) {
      if (!isMapping(map)) throw new ReadError("merge-of-no-map", at);
      const keys = Object.keys(map);
      this.#charge(keys.length + 1, at);
      for (const key of keys) {
        if (into[key] !== undefined)
          this.#noteTwice(start, { text: key, written: key, kind: "merge", span: at });
        into[key] = map[key] as Value;
      }
    }
  }

  /** The key of most entries: an unquoted word that no rule of YAML 1.1 reads as something else. */
  #plainKey(event: Event): string | undefined {
    if (event.type !== EVENT_ID.SCALAR || event.tagStart !== -1 || event.anchorStart !== -1) return undefined;
    if (event.style !== SCALAR_STYLE.PLAIN || !event.fast) return undefined;
    const code = this.#text.charCodeAt(event.valueStart);
    const isWord = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
    if (!isWord) return undefined;
    const text = this.#text.slice(event.valueStart, event.valueEnd);
    return text.length > LONGEST_WORD || isTextAtAGlance(text) || resolvePlain(text).type === "string"
      ? text
      : undefined;
  }

  #fullKey(key: string | Key, event: Event): Key {
    return typeof key === "string" ? this.#key(event, 0) : key;
  }

  #key(event: Event, depth: number): Key {
    switch (event.type) {
      case EVENT_ID.SCALAR: {
        const scalar = this.#scalar(event);
        const name = this.#anchorName(event);
        if (name !== undefined)
          this.#anchors.set(name, { value: jsonValue(scalar, scalarSpan(event)), size: 1 });
        return this.#storedKey(scalar, this.#written(event), scalarSpan(event));
      }
      case EVENT_ID.ALIAS: {
        const value = this.#alias(event);
        const span = { start: event.anchorStart - 1, end: event.anchorEnd };
        if (typeof value === "object" && value !== null) throw new ReadError("map-key", span);
        return this.#storedKey(scalarOf(value), this.#text.slice(span.start, span.end), span);
      }
      default: {
        const start = event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE ? event.start : 0;
        this.#next--;
        this.#node(depth + 1, true);
        throw new ReadError("map-key", { start, end: start + 1 });
      }
    }
  }

  #storedKey(scalar: Scalar, written: string, span: Span): Key {
    const text = keyText(scalar);
    if (text !== undefined)
      return { text, written: scalar.type === "string" ? text : written, kind: scalar.type, span };
    throw new ReadError(scalar.type === "null" ? "null-key" : "number-key", span, written);
  }

  #written(event: ScalarEvent): string {
    return getScalarValue(this.#text, event);
  }

  #alias(event: AliasEvent): Value {
    const name = this.#text.slice(event.anchorStart, event.anchorEnd);
    const span = { start: event.anchorStart - 1, end: event.anchorEnd };
    const anchored = this.#anchors.get(name);
    if (anchored === undefined) throw new ReadError("unknown-anchor", span, name);
    if (anchored === "open") throw new ReadError("anchor-contains-itself", span, name);
    this.#nodes += anchored.size;
    this.#charge(anchored.size, span);
    return anchored.value;
  }

  #charge(nodes: number, at: Span): void {
    this.#expanded += nodes;
    if (this.#expanded > ALIAS_BUDGET.document) throw new ReadError("alias-budget", at);
  }

  #anchorName(event: ScalarEvent | CollectionEvent): string | undefined {
    return event.anchorStart === -1 ? undefined : this.#text.slice(event.anchorStart, event.anchorEnd);
  }

  #scalarValue(event: ScalarEvent): Value {
    const value = event.tagStart === -1 ? this.#untagged(event) : this.#resolved(event);
    const name = this.#anchorName(event);
    if (name !== undefined) this.#anchors.set(name, { value, size: 1 });
    return value;
  }

  /** Most values are texts and small numbers, which take no detour. */
  #untagged(event: ScalarEvent): Value {
    if (event.style !== SCALAR_STYLE.PLAIN) return this.#quoted(event);
    const text = getScalarValue(this.#text, event);
    return isTextAtAGlance(text) ? text : (plainInteger(text) ?? this.#resolved(event));
  }

  #resolved(event: ScalarEvent): Value {
    return jsonValue(this.#scalar(event), scalarSpan(event));
  }

  #scalar(event: ScalarEvent): Scalar {
    if (event.tagStart === -1) {
      if (event.style !== SCALAR_STYLE.PLAIN) return { type: "string", value: this.#quoted(event) };
      return resolvePlain(getScalarValue(this.#text, event));
    }
    const tag = this.#tagOf(event);
    if (tag === "tag:yaml.org,2002:") throw new ReadError("tag-mismatch", scalarSpan(event), "!!");
    const text = event.style === SCALAR_STYLE.PLAIN ? getScalarValue(this.#text, event) : this.#quoted(event);
    if (tag === "!") return { type: "string", value: text };
    if (event.valueStart === -1 && tag === "tag:yaml.org,2002:str") return { type: "string", value: "" };
    const scalar = resolveTagged(tag, text);
    if (scalar === undefined) throw new ReadError("tag-mismatch", scalarSpan(event), tag);
    return scalar;
  }

  /** A quoted or block scalar's text. Kubernetes' reader refuses `\/` and surrogate escapes, which JSON allows. */
  #quoted(event: ScalarEvent): string {
    if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast) {
      const raw = this.#text.slice(event.valueStart, event.valueEnd);
      const bad = REFUSED_ESCAPE.exec(raw);
      if (bad !== null) {
        const start = event.valueStart + bad.index + (bad[1] ?? "").length;
        throw new ReadError(
          "surrogate-escape",
          { start, end: event.valueStart + bad.index + bad[0].length },
          bad[2],
        );
      }
    }
    return getScalarValue(this.#text, event);
  }

  #tagOf(event: ScalarEvent): string {
    return this.#longTag(this.#text.slice(event.tagStart, event.tagEnd));
  }

  #atPop(): boolean {
    if (this.#events[this.#next]?.type !== EVENT_ID.POP) return false;
    this.#next++;
    return true;
  }
}

/** The longest words that mean a boolean or null: `false`. */
const LONGEST_WORD = 5;

/** An escape that JSON has and Kubernetes' YAML reader refuses; group 1 is what stands before it. */
const REFUSED_ESCAPE =
  /^((?:[^\\]|\\[^])*?)(\\\/|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\U(?:0000[dD][89a-fA-F][0-9a-fA-F]{2}|00(?:1[1-9a-fA-F]|[2-9a-fA-F].)[0-9a-fA-F]{4}|(?!00)[0-9a-fA-F]{8}))/;

function scalarSpan(event: ScalarEvent): Span {
  const quoted = event.style === SCALAR_STYLE.DOUBLE_QUOTED || event.style === SCALAR_STYLE.SINGLE_QUOTED;
  if (event.valueStart === -1) return { start: Math.max(0, event.tagEnd), end: Math.max(0, event.tagEnd) };
  return quoted
    ? { start: event.valueStart - 1, end: event.valueEnd + 1 }
    : { start: event.valueStart, end: event.valueEnd };
}

/** A scalar as JSON has it. @throws {ReadError} for infinities and NaN, which JSON does not have */
function jsonValue(scalar: Scalar, at: Span): Value {
  switch (scalar.type) {
    case "null":
      return null;
    case "int":
      return scalar.value >= BigInt(Number.MIN_SAFE_INTEGER) &&
        scalar.value <= BigInt(Number.MAX_SAFE_INTEGER)
        ? Number(scalar.value)
        : scalar.value;
    case "float":
      if (!Number.isFinite(scalar.value)) throw new ReadError("number-not-finite", at);
      // Go's JSON writes -0 and 80.0 as 0 and 80.
      return scalar.value === 0 ? 0 : scalar.value;
    default:
      return scalar.value;
  }
}

function scalarOf(value: Exclude<Value, object> | null): Scalar {
  switch (typeof value) {
    case "boolean":
      return { type: "bool", value };
    case "number":
      return Number.isInteger(value) ? { type: "int", value: BigInt(value) } : { type: "float", value };
    case "bigint":
      return { type: "int", value };
    case "string":
      return { type: "string", value };
    default:
      return { type: "null" };
  }
}
