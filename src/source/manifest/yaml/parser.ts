import { DocumentDirectives } from "./document-directives.js";
import { EVENT, Events, NONE } from "./events.js";
import { scan } from "./scanner.js";
import { tagParts } from "./tag.js";
import { TOKEN, type TokenKind, type Tokens } from "./tokens.js";
import { YamlSyntaxError } from "./syntax-error.js";

/** Collections nest deeper than is read. */
export class TooDeep extends Error {
  readonly at: number;

  constructor(at: number) {
    super("collections nest too deep");
    this.at = at;
  }
}

/**
 * The events of the first document in a range of a text. What is behind it is not looked at, as little as by Kubernetes'
 * reader.
 * @param most how deep collections may nest
 * @returns no events where the range holds nothing
 * @throws {YamlSyntaxError} where Kubernetes' reader gives an error
 * @throws {TooDeep} where collections nest deeper
 */
export function parse(text: string, start: number, end: number, most: number): Events {
  const events = new Events(text, scan(text, start, end));
  new Parser(events, most).document();
  return events;
}

/** Properties of a node that have been read, before what they belong to. */
interface Properties {
  readonly anchor: number;
  readonly tag: number;
  /** Where the later of them ends; where none is written, the end of what stands in front of the node. */
  readonly end: number;
}

/**
 * What collections, keys and values are made of, from the tokens. `behind` is always the end of the last token that was
 * taken: there lies what is empty.
 */
class Parser {
  readonly #events: Events;
  readonly #tokens: Tokens;
  readonly #most: number;
  #next = 0;
  #behind = 0;
  #depth = 0;
  #handles: ReadonlyMap<string, string> = new Map();

  constructor(events: Events, most: number) {
    this.#events = events;
    this.#tokens = events.tokens;
    this.#most = most;
  }

  document(): void {
    const first = this.#peek();
    if (first === TOKEN.STREAM_END) return;
    const directives = new DocumentDirectives();
    for (let kind: TokenKind = first; isDirective(kind); kind = this.#peek())
      directives.add(this.#events.text, this.#tokens, this.#take());
    this.#handles = this.#events.handles = directives.close();
    const isExplicit = isDirective(first) || first === TOKEN.DOCUMENT_START;
    if (isExplicit) this.#expect(TOKEN.DOCUMENT_START, "did not find expected <document start>");
    if (isExplicit && endsDocument(this.#peek())) this.#empty();
    else this.#node(true, false);
    this.#ending();
  }

  /** What follows the document counts for nothing, but the token behind it must be one. */
  #ending(): void {
    this.#peek();
    while (this.#next < this.#tokens.length) {
      const kind = this.#tokens.kinds[this.#next];
      if (kind !== TOKEN.DOCUMENT_END && kind !== TOKEN.SLOT) break;
      this.#next++;
    }
    const { starts, kinds, error } = this.#tokens;
    if (kinds[this.#next] === TOKEN.STREAM_END) return;
    if (this.#next < kinds.length) this.#events.rest = starts[this.#next] ?? 0;
    else if (error instanceof YamlSyntaxError) this.#events.rest = error.at;
  }

  /** The kind of the next token. @throws {YamlSyntaxError} where scanning ended before it was known */
  #peek(): TokenKind {
    for (; ; this.#next++) {
      const kind = this.#tokens.kinds[this.#next];
      if (kind === undefined) throw this.#tokens.error ?? new Error("invariant: tokens end with the stream");
      if (kind !== TOKEN.SLOT) return kind;
      if (this.#tokens.undecided.includes(this.#next)) throw this.#tokens.error;
    }
  }

  /** Takes the next token, which has been looked at. @returns its number */
  #take(): number {
    this.#behind = this.#tokens.ends[this.#next] ?? this.#behind;
    return this.#next++;
  }

  #expect(kind: TokenKind, reason: string): void {
    if (this.#peek() !== kind) this.#fail(reason);
    this.#take();
  }

  #fail(reason: string): never {
    throw new YamlSyntaxError(reason, this.#tokens.starts[this.#next] ?? 0);
  }

  /** An empty scalar, behind what was taken last. */
  #empty(at = this.#behind): void {
    this.#events.push(EVENT.EMPTY, at, at, NONE, NONE, NONE);
  }

  /** @param mayBeAtParent true where a list may begin at the column of the key that it belongs to */
  #node(isBlock: boolean, mayBeAtParent: boolean): void {
    if (this.#peek() === TOKEN.ALIAS) {
      const token = this.#take();
      const { starts, ends } = this.#tokens;
      this.#events.hasAlias = true;
      this.#events.push(EVENT.ALIAS, starts[token] ?? 0, ends[token] ?? 0, token, NONE, NONE);
      return;
    }
    const properties = this.#properties();
    const kind = this.#peek();
    switch (kind) {
      case TOKEN.PLAIN:
      case TOKEN.SINGLE_QUOTED:
      case TOKEN.DOUBLE_QUOTED:
      case TOKEN.BLOCK_SCALAR:
        return this.#scalar(properties);
      case TOKEN.FLOW_SEQUENCE:
        return this.#collection(EVENT.SEQUENCE, properties, () =>
          this.#flowCollection(TOKEN.FLOW_SEQUENCE_END),
        );
      case TOKEN.FLOW_MAPPING:
        return this.#collection(EVENT.MAPPING, properties, () =>
          this.#flowCollection(TOKEN.FLOW_MAPPING_END),
        );
      case TOKEN.BLOCK_SEQUENCE:
        if (isBlock) return this.#collection(EVENT.SEQUENCE, properties, () => this.#blockSequence());
        break;
      case TOKEN.BLOCK_ENTRY:
        if (mayBeAtParent) return this.#collection(EVENT.SEQUENCE, properties, () => this.#entries());
        break;
      case TOKEN.BLOCK_MAPPING:
      case TOKEN.MAPPING_AND_KEY:
        if (isBlock) return this.#collection(EVENT.MAPPING, properties, () => this.#blockMapping());
        break;
      default:
    }
    const { anchor, tag, end } = properties;
    if (anchor === NONE && tag === NONE) this.#fail("did not find expected node content");
    this.#events.push(EVENT.EMPTY, end, end, NONE, anchor, tag);
  }

  #properties(): Properties {
    let anchor = NONE;
    let tag = NONE;
    for (let kind = this.#peek(); ; kind = this.#peek()) {
      if (kind === TOKEN.ANCHOR && anchor === NONE) anchor = this.#take();
      else if (kind === TOKEN.TAG && tag === NONE) tag = this.#take();
      else break;
    }
    if (tag !== NONE) this.#checkHandle(tag);
    return { anchor, tag, end: this.#behind };
  }

  #checkHandle(tag: number): void {
    const { handle } = tagParts(this.#events.written(tag));
    if (handle !== undefined && !this.#handles.has(handle))
      throw new YamlSyntaxError("found undefined tag handle", this.#tokens.starts[tag] ?? 0);
  }

  #scalar({ anchor, tag }: Properties): void {
    const token = this.#take();
    const { starts, ends } = this.#tokens;
    this.#events.push(EVENT.SCALAR, starts[token] ?? 0, ends[token] ?? 0, token, anchor, tag);
  }

  #collection(
    kind: typeof EVENT.MAPPING | typeof EVENT.SEQUENCE,
    { anchor, tag }: Properties,
    content: () => void,
  ): void {
    const start = this.#tokens.starts[this.#next] ?? 0;
    if (this.#depth >= this.#most) throw new TooDeep(start);
    this.#depth++;
    const tokenKind = this.#tokens.kinds[this.#next];
    const isFlow = tokenKind === TOKEN.FLOW_MAPPING || tokenKind === TOKEN.FLOW_SEQUENCE;
    const opening = this.#events.push(kind, start, start, isFlow ? this.#next : NONE, anchor, tag);
    content();
    this.#events.close(opening, this.#behind);
    this.#depth--;
  }

  #blockSequence(): void {
    this.#next++;
    this.#entries(true);
    this.#endBlock("did not find expected '-' indicator");
  }

  /** @param isIndented false for a list at the column of its key, which ends with its last entry */
  #entries(isIndented = false): void {
    while (this.#peek() === TOKEN.BLOCK_ENTRY) {
      this.#take();
      const kind = this.#peek();
      const isEmpty =
        kind === TOKEN.BLOCK_ENTRY ||
        kind === TOKEN.BLOCK_END ||
        (!isIndented && (kind === TOKEN.KEY || kind === TOKEN.VALUE));
      if (isEmpty) this.#empty();
      else this.#node(true, false);
    }
  }

  #endBlock(reason: string): void {
    if (this.#peek() !== TOKEN.BLOCK_END) this.#fail(reason);
    this.#next++;
  }

  #blockMapping(): void {
    // The key that came with the mapping is the next token.
    if (this.#tokens.kinds[this.#next] === TOKEN.MAPPING_AND_KEY) this.#tokens.kinds[this.#next] = TOKEN.KEY;
    else this.#next++;
    while (this.#peek() === TOKEN.KEY) {
      this.#take();
      this.#blockPart();
      if (this.#peek() === TOKEN.VALUE) {
        this.#take();
        this.#blockPart();
      } else this.#empty();
    }
    this.#endBlock("did not find expected key");
  }

  /** A key or a value of a block mapping. */
  #blockPart(): void {
    const kind = this.#peek();
    if (kind === TOKEN.KEY || kind === TOKEN.VALUE || kind === TOKEN.BLOCK_END) this.#empty();
    else this.#node(true, true);
  }

  /** @param closing what ends it: a pair in a mapping is an entry, one in a sequence a mapping of its own */
  #flowCollection(closing: typeof TOKEN.FLOW_SEQUENCE_END | typeof TOKEN.FLOW_MAPPING_END): void {
    const isMapping = closing === TOKEN.FLOW_MAPPING_END;
    const missing = isMapping ? "did not find expected ',' or '}'" : "did not find expected ',' or ']'";
    this.#take();
    for (let isFirst = true; this.#peek() !== closing; isFirst = false) {
      if (!isFirst) {
        this.#expect(TOKEN.FLOW_ENTRY, missing);
        if (this.#peek() === closing) break;
      }
      if (this.#peek() !== TOKEN.KEY) {
        this.#node(false, false);
        if (isMapping) this.#empty();
      } else if (isMapping) this.#flowPair(closing);
      else this.#pair();
    }
    this.#take();
  }

  /** A mapping of one pair, without braces, in a flow sequence. */
  #pair(): void {
    const start = this.#tokens.starts[this.#next] ?? 0;
    if (this.#depth >= this.#most) throw new TooDeep(start);
    this.#depth++;
    const opening = this.#events.push(EVENT.MAPPING, start, start, this.#next, NONE, NONE);
    this.#flowPair(TOKEN.FLOW_SEQUENCE_END);
    this.#events.close(opening, this.#behind);
    this.#depth--;
  }

  /** A key and its value, each of which may be empty. */
  #flowPair(closing: TokenKind): void {
    this.#take();
    this.#flowPart(closing, true);
    if (this.#peek() === TOKEN.VALUE) {
      this.#take();
      this.#flowPart(closing, false);
    } else this.#empty();
  }

  /** A key or a value behind its indicator. */
  #flowPart(closing: TokenKind, isKey: boolean): void {
    const kind = this.#peek();
    if (kind === TOKEN.FLOW_ENTRY || kind === closing || (isKey && kind === TOKEN.VALUE)) this.#empty();
    else this.#node(false, false);
  }
}

function isDirective(kind: TokenKind): boolean {
  return kind === TOKEN.VERSION_DIRECTIVE || kind === TOKEN.TAG_DIRECTIVE;
}

function endsDocument(kind: TokenKind): boolean {
  return (
    isDirective(kind) ||
    kind === TOKEN.DOCUMENT_START ||
    kind === TOKEN.DOCUMENT_END ||
    kind === TOKEN.STREAM_END
  );
}
