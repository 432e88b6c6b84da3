import { EVENT, NONE, type Events } from "./yaml/events.js";
import { isTextAtAGlance, resolvePlain, resolveTagged, type Scalar } from "./scalar.js";
import { ReadError } from "./read-error.js";
import { tagParts } from "./yaml/tag.js";

/** What scalars mean, by their tags, their quotes and their looks. */
export class ScalarReader {
  readonly #events: Events;

  constructor(events: Events) {
    this.#events = events;
  }

  /** @throws {ReadError} where it is not what its tag says */
  scalar(event: number): Scalar {
    const events = this.#events;
    const tag = this.tagOf(event);
    if (tag === undefined) {
      const text = events.textOf(event);
      return events.isPlain(event) ? resolvePlain(text) : { type: "string", value: text };
    }
    const text = events.textOf(event);
    if (tag === "!") return { type: "string", value: text };
    const scalar = resolveTagged(tag, text);
    if (scalar !== undefined) return scalar;
    const start = events.starts[event] ?? 0;
    throw new ReadError("tag-mismatch", { start, end: events.ends[event] ?? start }, tag);
  }

  /** A tag in its long form: `!!int` → `tag:yaml.org,2002:int`, `!<x>` → `x`, with the document's own handles. */
  tagOf(event: number): string | undefined {
    const token = this.#events.tags[event] ?? NONE;
    if (token === NONE) return undefined;
    const { handle, suffix } = tagParts(this.#events.written(token));
    return handle === undefined ? suffix : (this.#events.handles.get(handle) ?? handle) + suffix;
  }

  /** True for a key that merges: `<<`, unquoted or with a tag that says so. */
  isMerge(event: number): boolean {
    const events = this.#events;
    if (events.kinds[event] !== EVENT.SCALAR) return false;
    if (events.text.charCodeAt(events.starts[event] ?? 0) !== LESS && events.isPlain(event)) return false;
    const tag = this.tagOf(event);
    const merges = tag === undefined ? events.isPlain(event) : tag === "!" || tag === MERGE;
    return merges && events.textOf(event) === "<<";
  }

  /** The key of most entries: an unquoted word that no rule of YAML 1.1 reads as something else. */
  wordAt(event: number): string | undefined {
    const events = this.#events;
    if (events.kinds[event] !== EVENT.SCALAR || !events.isPlain(event)) return undefined;
    if (events.tags[event] !== NONE || events.anchors[event] !== NONE) return undefined;
    const code = events.text.charCodeAt(events.starts[event] ?? 0) | 0x20;
    if (code < 0x61 || code > 0x7a) return undefined;
    const text = events.textOf(event);
    const isText =
      text.length > LONGEST_WORD || isTextAtAGlance(text) || resolvePlain(text).type === "string";
    return isText ? text : undefined;
  }

  /** True for a scalar that may be an infinity or no number: an unquoted one that begins like one. */
  mayBeInfinite(event: number): boolean {
    const events = this.#events;
    if (events.kinds[event] !== EVENT.SCALAR || !events.isPlain(event)) return false;
    const first = events.text.charCodeAt(events.starts[event] ?? 0);
    return first === 0x2e || first === 0x2b || first === 0x2d;
  }
}

const LESS = 0x3c;
const MERGE = "tag:yaml.org,2002:merge";

/** The longest words that mean a boolean or null: `false`. */
const LONGEST_WORD = 5;
