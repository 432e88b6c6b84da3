import { blockLinesSpan } from "../yaml/block-scalar.js";
import { GREATER, PIPE } from "../yaml/characters.js";
import type { PositionEntry, PositionNode } from "../position-node.js";
import type { Span } from "../source.js";

interface Building extends PositionNode {
  readonly span: { readonly start: number; end: number };
  readonly children: Map<string | number, PositionEntry>;
}

const NO_CHILDREN: PositionNode["children"] = new Map();

/** Where everything in a document lies, put together while it is read. */
export class Places {
  readonly #text: string;
  readonly #length: number;
  /** The collections that have begun, the innermost one last. */
  readonly #open: Building[] = [];
  /** Where the next value belongs, with the key that stands in front of it. */
  #step: string | number = 0;
  #key: Span | undefined;
  /** The end of what was read last: there lies what is not written. */
  #behind = 0;
  root: PositionNode | undefined;

  /**
   * @param text with a line break at its end
   * @param length of what is written of it
   */
  constructor(text: string, length: number) {
    this.#text = text;
    this.#length = length;
  }

  /** A collection begins: at its bracket, or at its first key or dash. */
  begin(start: number, isFlow: boolean): void {
    const node: Building = { isFlow, span: { start, end: start }, children: new Map() };
    this.#add(node);
    this.#open.push(node);
  }

  /** It ends behind its bracket, or with what was read last. */
  end(behind = this.#behind): void {
    const node = this.#open.pop();
    if (node !== undefined) node.span.end = Math.min(behind, this.#length);
    this.#behind = behind;
  }

  /** A key of the mapping that began last, and its colon behind it. */
  key(text: string, start: number, end: number): void {
    this.#step = text;
    this.#key = { start, end };
    this.#behind = end + 1;
  }

  /** An item of the list that began last, of which a dash may stand in front. */
  item(behind: number): void {
    this.#step = this.#open.at(-1)?.children.size ?? 0;
    this.#key = undefined;
    this.#behind = behind;
  }

  /** A text; of one behind `|` or `>` only its lines are the value. */
  text(start: number, end: number): void {
    const first = this.#text.charCodeAt(start);
    const isBlock = first === PIPE || first === GREATER;
    const span = { start, end: Math.min(end, this.#length) };
    this.#add({
      span: isBlock ? blockLinesSpan(this.#text, start, span.end) : span,
      children: NO_CHILDREN,
    });
    this.#behind = end;
  }

  nothing(): void {
    this.#add({ span: { start: this.#behind, end: this.#behind }, children: NO_CHILDREN });
  }

  #add(node: PositionNode): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.root = node;
    else parent.children.set(this.#step, { key: this.#key, node });
  }
}
