import { blockLinesSpan } from "./yaml/block-scalar.js";
import { EVENT, NONE, type Events } from "./yaml/events.js";
import { jsonKey } from "./json-cursor.js";
import { jsonMembers, type JsonObjects } from "./json.js";
import { keyText } from "./scalar.js";
import { parseCut, straightPositions } from "./parse-cut.js";
import { ReadError } from "./read-error.js";
import { ScalarReader } from "./scalar-reader.js";
import { TOKEN } from "./yaml/tokens.js";
import { TooDeep } from "./yaml/parser.js";
import { YamlSyntaxError } from "./yaml/syntax-error.js";
import type { Document } from "./document.js";
import type { PositionEntry, PositionNode } from "./position-node.js";
import type { Span } from "./source.js";

/** The child of a node at a step, if it has one. */
export function entryAt(node: PositionNode, step: string | number): PositionEntry | undefined {
  const item = typeof step === "number" && node instanceof JsonNode ? node.itemAt(step) : undefined;
  return item ?? node.children.get(step);
}

interface Building {
  readonly isFlow?: boolean;
  readonly span: { start: number; end: number };
  readonly children: Map<string | number, PositionEntry>;
}

/**
 * The offsets of everything in a document, in its file, from a second pass of the same readers over this one document:
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
  #items: Map<number, PositionEntry> | undefined;

  constructor(text: string, span: Span, objects: JsonObjects | undefined) {
    this.#text = text;
    this.span = span;
    this.#objects = objects;
  }

  /** An item of a list that is known needs none of the others to be looked for. */
  itemAt(index: number): PositionEntry | undefined {
    const known = this.#items?.get(index);
    if (known !== undefined) return known;
    const objects = this.#objects;
    const start = objects?.list.start === this.span.start ? objects.items[2 * index] : undefined;
    const end = objects?.items[2 * index + 1];
    if (start === undefined || end === undefined) return undefined;
    const span = { start, end };
    const isCollection = /[{[]/.test(this.#text[start] ?? "");
    const node = isCollection ? new JsonNode(this.#text, span, objects) : { span, children: NO_CHILDREN };
    const entry = { key: undefined, node };
    (this.#items ??= new Map()).set(index, entry);
    return entry;
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
  return straightPositions(document.file, document.cut) ?? parsedPositions(document);
}

/** A document that is refused has no places inside of it: whoever asks for one gets that of the document. */
export function parsedPositions(document: Document): PositionNode {
  try {
    const events = parseCut(document.file, document.cut);
    if (events.length > 0) return new YamlBuilder(events, document.file.text.length).node();
  } catch (error) {
    const isUnreadable = [ReadError, TooDeep, YamlSyntaxError].some((each) => error instanceof each);
    if (!isUnreadable) throw error;
  }
  return nothingAt(document);
}

/** Positions of a document that has been composed: what its keys and tags say is in order. */
class YamlBuilder {
  readonly #events: Events;
  readonly #scalars: ScalarReader;
  readonly #length: number;
  readonly #anchors = new Map<string, { event: number; node: PositionNode }>();
  #next = 0;

  constructor(events: Events, length: number) {
    this.#events = events;
    this.#scalars = new ScalarReader(events);
    this.#length = length;
  }

  node(): PositionNode {
    const event = this.#next++;
    switch (this.#events.kinds[event]) {
      case EVENT.MAPPING:
        return this.#collection(event, (node) => this.#mapping(node));
      case EVENT.SEQUENCE:
        return this.#collection(event, (node) => this.#sequence(node));
      case EVENT.ALIAS:
        return { span: this.#spanOf(event), children: this.#target(event)?.node.children ?? NO_CHILDREN };
      default:
        return this.#anchored(event, { span: this.#scalarSpan(event), children: NO_CHILDREN });
    }
  }

  #collection(event: number, content: (node: Building) => void): PositionNode {
    const node: Building = {
      isFlow: this.#events.isFlow(event),
      span: this.#spanOf(event),
      children: new Map(),
    };
    this.#anchored(event, node);
    content(node);
    return node;
  }

  #sequence(node: Building): void {
    for (let i = 0; !this.#atEnd(); i++) node.children.set(i, { key: undefined, node: this.node() });
  }

  #mapping(node: Building): void {
    while (!this.#atEnd()) {
      const event = this.#next;
      const key = this.#scalars.isMerge(event) ? undefined : this.#keyOf(event);
      const { span } = this.node();
      const value = this.node();
      if (key === undefined) mergeInto(node, value);
      else node.children.set(key, { key: span, node: value });
    }
  }

  /** The stored text of a key. */
  #keyOf(event: number): string {
    const isAlias = this.#events.kinds[event] === EVENT.ALIAS;
    const target = isAlias ? this.#target(event)?.event : event;
    if (target === undefined || this.#events.isCollection(target)) return "";
    return keyText(this.#scalars.scalar(target)) ?? this.#events.textOf(target);
  }

  #target(alias: number): { event: number; node: PositionNode } | undefined {
    return this.#anchors.get(this.#events.nameAt(this.#events.mains[alias] ?? NONE));
  }

  #anchored<T extends PositionNode>(event: number, node: T): T {
    const anchor = this.#events.anchors[event] ?? NONE;
    if (anchor !== NONE) this.#anchors.set(this.#events.nameAt(anchor), { event, node });
    return node;
  }

  #atEnd(): boolean {
    if (this.#events.kinds[this.#next] !== EVENT.END) return false;
    this.#next++;
    return true;
  }

  /** Of a text behind `|` or `>` only its lines are the value. */
  #scalarSpan(event: number): Span {
    const { kinds } = this.#events.tokens;
    const isBlock = kinds[this.#events.mains[event] ?? NONE] === TOKEN.BLOCK_SCALAR;
    const span = this.#spanOf(event);
    return isBlock ? blockLinesSpan(this.#events.text, span.start, span.end) : span;
  }

  #spanOf(event: number): { start: number; end: number } {
    const start = this.#events.starts[event] ?? 0;
    return { start, end: Math.min(this.#events.ends[event] ?? start, this.#length) };
  }
}

/** What `<<` brings lies where it is written; of a list of mappings, the first one that has a key gives it. */
function mergeInto(node: Building, merged: PositionNode): void {
  const entries = [...merged.children];
  const isList = typeof entries[0]?.[0] === "number";
  if (!isList) for (const [key, entry] of entries) node.children.set(key, entry);
  else for (const [, entry] of entries.toReversed()) mergeInto(node, entry.node);
}
