import { EVENT_ID, SCALAR_STYLE, getScalarValue, parseEvents, type Event } from "js-yaml";
import { behindComments } from "./blanks.js";
import { MAX_DEPTH } from "./limits.js";
import { keyText, resolvePlain, resolveTagged } from "./scalar.js";
import { flowOrQuoteRootEnd } from "./flow-regions.js";
import { originalOffset } from "./reindentation.js";
import { jsonKey, jsonMembers, type JsonObjects } from "./json.js";
import { tagResolver } from "./tag.js";
import type { Document } from "./document.js";
import type { Span } from "./source.js";

/** The offsets of one value and of what is in it. */
export interface PositionNode {
  readonly span: Span;
  /** True for collections in flow style or JSON: they begin with a bracket, not with their first child. */
  readonly isFlow?: boolean;
  readonly children: ReadonlyMap<string | number, PositionEntry>;
}

/** A child with the offsets of its key (none for a list's item). */
export interface PositionEntry {
  readonly key: Span | undefined;
  readonly node: PositionNode;
}

interface Building {
  readonly isFlow?: boolean;
  readonly span: { start: number; end: number };
  readonly children: Map<string | number, PositionEntry>;
}

/**
 * The offsets of everything in a document, in its file, from a second pass of the same parser over this one document:
 * only documents that something is printed about pay for positions.
 */
export function positionsOf(document: Document): PositionNode {
  const known = RECENT.find((each) => each?.document === document);
  if (known !== undefined) return known.positions;
  const positions = document.cut.syntax === "json" ? jsonPositions(document) : yamlPositions(document);
  RECENT[oldest] = { document, positions };
  oldest = (oldest + 1) % RECENT.length;
  return positions;
}

/**
 * Positions take more room than the values: those of the documents that were asked about last are kept. A ring of fixed
 * size: a `Map` that loses and gets entries all the time leaves tables behind that keep what was in them alive for long.
 */
const RECENT: ({ readonly document: Document; readonly positions: PositionNode } | undefined)[] = Array.from({
  length: 4,
});
let oldest = 0;

const NO_CHILDREN: PositionNode["children"] = new Map();

function jsonPositions(document: Document): PositionNode {
  const { text } = document.file;
  const { start, end } = document.cut;
  const isCollection = /[{[]/.test(text[start] ?? "");
  const span = { start, end };
  return isCollection ? new JsonNode(text, span, document.objects) : { span, children: NO_CHILDREN };
}

/** A collection whose members are looked for when they are asked for: a cluster's dump is one document. */
class JsonNode implements PositionNode {
  readonly span: Span;
  readonly isFlow = true;
  readonly #text: string;
  readonly #objects: JsonObjects | undefined;
  #children: PositionNode["children"] | undefined;

  constructor(text: string, span: Span, objects: JsonObjects | undefined) {
    this.#text = text;
    this.span = span;
    this.#objects = objects;
  }

  get children(): PositionNode["children"] {
    this.#children ??= new Map(
      jsonMembers(this.#text, this.span.start, this.#objects).map(({ key, value, isCollection }, i) => [
        key === undefined ? i : jsonKey(this.#text, key),
        {
          key,
          node: isCollection
            ? new JsonNode(this.#text, value, this.#objects)
            : { span: value, children: NO_CHILDREN },
        },
      ]),
    );
    return this.#children;
  }
}

function nothingAt({ cut }: Document): PositionNode {
  return { span: { start: cut.start, end: cut.start }, children: NO_CHILDREN };
}

function yamlPositions(document: Document): PositionNode {
  const { cut, file, reindented } = document;
  const text = reindented?.text ?? file.text.slice(cut.start, cut.end);
  const toFile = (offset: number): number =>
    cut.start + (reindented === undefined ? offset : originalOffset(reindented, offset));
  // Where what follows the root cannot be parsed, the value came from the root alone.
  const events = parse(text) ?? parse(text.slice(0, flowOrQuoteRootEnd(text) ?? 0)) ?? [];
  return events[0] === undefined ? nothingAt(document) : new YamlBuilder(text, events, toFile).document();
}

function parse(text: string): readonly Event[] | undefined {
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH + 16 });
  } catch {
    return undefined;
  }
}

type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>;

class YamlBuilder {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #toFile: (offset: number) => number;
  readonly #anchors = new Map<string, PositionNode>();
  /** What anchored scalars mean where an alias makes them a key. */
  readonly #anchoredKeys = new Map<string, string>();
  #longTag: (tag: string) => string = (tag) => tag;
  #next = 0;
  /** Where the last token ended: the place of an empty value. */
  #behind = 0;

  constructor(text: string, events: readonly Event[], toFile: (offset: number) => number) {
    this.#text = text;
    this.#events = events;
    this.#toFile = toFile;
  }

  document(): PositionNode {
    const event = this.#take();
    if (event.type === EVENT_ID.DOCUMENT) this.#longTag = tagResolver(event.directives);
    return this.#node();
  }

  #take(): Event {
    const event = this.#events[this.#next++];
    if (event === undefined) throw new Error("invariant: events end inside a document");
    return event;
  }

  #node(): PositionNode {
    const event = this.#take();
    switch (event.type) {
      case EVENT_ID.SCALAR:
        if (event.anchorStart !== -1)
          this.#anchoredKeys.set(
            this.#text.slice(event.anchorStart, event.anchorEnd),
            this.#keyOf(event) ?? "<<",
          );
        return this.#anchored(event, { span: this.#scalarSpan(event), children: NO_CHILDREN });
      case EVENT_ID.ALIAS: {
        const span = this.#span(event.anchorStart - 1, event.anchorEnd);
        this.#behind = event.anchorEnd;
        const target = this.#anchors.get(this.#text.slice(event.anchorStart, event.anchorEnd));
        return { span, children: target?.children ?? new Map() };
      }
      case EVENT_ID.MAPPING: {
        const node: Building = {
          isFlow: event.style === FLOW,
          span: this.#span(event.start, event.start),
          children: new Map(),
        };
        this.#behind = Math.max(this.#behind, event.start + (event.style === FLOW ? 1 : 0));
        this.#anchored(event, node);
        this.#mapping(node);
        this.#close(node, event.style);
        return node;
      }
      case EVENT_ID.SEQUENCE: {
        const node: Building = {
          isFlow: event.style === FLOW,
          span: this.#span(event.start, event.start),
          children: new Map(),
        };
        this.#behind = Math.max(this.#behind, event.start + (event.style === FLOW ? 1 : 0));
        this.#anchored(event, node);
        for (let i = 0; !this.#atPop(); i++)
          node.children.set(i, { key: undefined, node: this.#item(event.style) });
        this.#close(node, event.style);
        return node;
      }
      default:
        throw new Error("invariant: no node where one must be");
    }
  }

  /** An empty item of a block list stands behind its own dash, not behind the item before it. */
  #item(style: number): PositionNode {
    if (style !== FLOW && this.#isEmptyScalar(this.#events[this.#next])) {
      const next = behindComments(this.#text, this.#behind);
      if (this.#text[next] === "-") this.#behind = next + 1;
    }
    return this.#node();
  }

  #isEmptyScalar(event: Event | undefined): boolean {
    return (
      event?.type === EVENT_ID.SCALAR &&
      event.valueStart === -1 &&
      event.tagStart === -1 &&
      event.anchorStart === -1
    );
  }

  #mapping(node: Building): void {
    while (!this.#atPop()) {
      const event = this.#events[this.#next];
      const key = this.#keyOf(event);
      const keyNode = this.#node();
      this.#skipColon();
      const value = this.#node();
      if (key === undefined) mergeInto(node, value);
      else node.children.set(key, { key: keyNode.span, node: value });
    }
  }

  /** A null or empty value lies right behind its key's colon. */
  #skipColon(): void {
    const next = behindComments(this.#text, this.#behind);
    if (this.#text[next] === ":") this.#behind = next + 1;
  }

  /** The stored text of a key; undefined for a merge. */
  #keyOf(event: Event | undefined): string | undefined {
    if (event?.type === EVENT_ID.ALIAS)
      return this.#anchoredKeys.get(this.#text.slice(event.anchorStart, event.anchorEnd)) ?? "";
    if (event?.type !== EVENT_ID.SCALAR) return "";
    const text = getScalarValue(this.#text, event);
    const isPlain = event.style === SCALAR_STYLE.PLAIN;
    if (event.tagStart !== -1) {
      const tag = this.#longTag(this.#text.slice(event.tagStart, event.tagEnd));
      if (tag === "tag:yaml.org,2002:merge") return undefined;
      const scalar = tag === "!" ? undefined : resolveTagged(tag, text);
      return scalar === undefined ? text : (keyText(scalar) ?? text);
    }
    if (isPlain && text === "<<") return undefined;
    return isPlain ? (keyText(resolvePlain(text)) ?? text) : text;
  }

  #anchored<T extends PositionNode>(event: { anchorStart: number; anchorEnd: number }, node: T): T {
    if (event.anchorStart !== -1)
      this.#anchors.set(this.#text.slice(event.anchorStart, event.anchorEnd), node);
    return node;
  }

  #atPop(): boolean {
    if (this.#events[this.#next]?.type !== EVENT_ID.POP) return false;
    this.#next++;
    return true;
  }

  #scalarSpan(event: ScalarEvent): Span {
    if (event.valueStart === -1) {
      this.#behind = Math.max(this.#behind, event.tagEnd, event.anchorEnd);
      return this.#span(this.#behind, this.#behind);
    }
    const isQuoted = event.style === SCALAR_STYLE.DOUBLE_QUOTED || event.style === SCALAR_STYLE.SINGLE_QUOTED;
    const quote = isQuoted ? 1 : 0;
    const end = isQuoted ? event.valueEnd + 1 : trimmedEnd(this.#text, event.valueStart, event.valueEnd);
    this.#behind = event.valueEnd + quote;
    return this.#span(event.valueStart - quote, end);
  }

  /** Collections have no end of their own: a block ends with its last child, a flow with its bracket. */
  #close(node: Building, style: number): void {
    if (style === FLOW) this.#behind = this.#behindBracket(this.#behind);
    node.span.end = Math.max(node.span.start, this.#toFile(this.#behind));
  }

  #behindBracket(from: number): number {
    let at = behindComments(this.#text, from);
    while (/[,:?]/.test(this.#text[at] ?? "")) at = behindComments(this.#text, at + 1);
    return /[\]}]/.test(this.#text[at] ?? "") ? at + 1 : at;
  }

  #span(start: number, end: number): { start: number; end: number } {
    return { start: this.#toFile(start), end: this.#toFile(end) };
  }
}

const FLOW = 2;

/** What `<<` brings lies where it is written; of a list of mappings, the first one that has a key gives it. */
function mergeInto(node: Building, merged: PositionNode): void {
  const entries = [...merged.children];
  const isList = typeof entries[0]?.[0] === "number";
  if (!isList) for (const [key, entry] of entries) node.children.set(key, entry);
  else for (const [, entry] of entries.toReversed()) mergeInto(node, entry.node);
}

function trimmedEnd(text: string, start: number, end: number): number {
  let trimmed = end;
  while (trimmed > start && /\s/.test(text[trimmed - 1] ?? "")) trimmed--;
  return trimmed;
}
