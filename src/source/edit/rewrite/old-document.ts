import { behindComments } from "../../manifest/blanks.js";
import { blockEntries, type BlockEntry } from "./block-entries.js";
import { blockStyle, flowStyle, jsonUnit } from "../style.js";
import { childPlace, isWrittenInside, rootPlace, type Layout, type WrittenValue } from "../layout.js";
import { flowEntries, type FlowEntry } from "./flow-entries.js";
import type { BlockStyle } from "../../manifest/print/block.js";
import type { FlowStyle } from "../../manifest/print/flow.js";
import type { Origin } from "../../manifest/origin.js";
import type { PositionNode } from "../../manifest/position-node.js";

/** An old document, taken apart where it is asked about. */
export class OldDocument {
  readonly layout: Layout;
  readonly blockStyle: BlockStyle;
  readonly jsonUnit: string;
  readonly #places = new Map<Origin, WrittenValue | undefined>();
  readonly #blockEntries = new Map<PositionNode, ReadonlyMap<unknown, BlockEntry> | undefined>();
  readonly #flowEntries = new Map<PositionNode, readonly FlowEntry[] | undefined>();
  readonly #flowStyles = new Map<PositionNode, FlowStyle>();

  constructor(layout: Layout) {
    this.layout = layout;
    this.blockStyle = blockStyle(layout, rootPlace(layout));
    this.jsonUnit = jsonUnit(layout);
  }

  /** Where an old value is written; undefined where that is behind an alias or in a merged mapping. */
  placeOf(origin: Origin | undefined): WrittenValue | undefined {
    if (origin === undefined) return undefined;
    if (!this.#places.has(origin)) this.#places.set(origin, this.#found(origin));
    return this.#places.get(origin);
  }

  #found({ parent, step }: Origin): WrittenValue | undefined {
    if (parent === undefined || step === undefined) return rootPlace(this.layout);
    const around = this.placeOf(parent);
    const place = around === undefined ? undefined : childPlace(around, step);
    const isInside = around !== undefined && place !== undefined && isWrittenInside(around.node, place);
    return isInside ? place : undefined;
  }

  /** The entries of a block collection by step; undefined for what is none, or is not written entry by entry. */
  blockEntries(place: WrittenValue | undefined): ReadonlyMap<unknown, BlockEntry> | undefined {
    if (place === undefined) return undefined;
    if (!this.#blockEntries.has(place.node)) {
      const entries = blockEntries(this.layout, place);
      this.#blockEntries.set(place.node, entries && new Map(entries.map((entry) => [entry.step, entry])));
    }
    return this.#blockEntries.get(place.node);
  }

  /** The entry of a block collection that a value is in. */
  blockEntryOf(place: WrittenValue | undefined): BlockEntry | undefined {
    return this.blockEntries(place?.parent)?.get(place?.step);
  }

  /** The entries of a flow collection; undefined for what is none, or is not written entry by entry. */
  flowEntries(place: WrittenValue | undefined): readonly FlowEntry[] | undefined {
    if (place === undefined) return undefined;
    if (!this.#flowEntries.has(place.node))
      this.#flowEntries.set(place.node, flowEntries(this.layout, place));
    return this.#flowEntries.get(place.node);
  }

  flowStyle(place: WrittenValue): FlowStyle {
    const style = this.#flowStyles.get(place.node) ?? flowStyle(this.layout, place);
    this.#flowStyles.set(place.node, style);
    return style;
  }

  /** Where a value begins with its anchor, its tag, or the header of a text of several lines. */
  startOf(place: WrittenValue): number {
    const { text } = this.layout;
    const { key, node } = place;
    const { start } = node.span;
    const head = key?.end ?? this.blockEntryOf(place)?.head ?? this.#flowStartOf(place);
    if (head === undefined) return start;
    const from = behindComments(text, head);
    return Math.min(start, key !== undefined && text[from] === ":" ? behindComments(text, from + 1) : from);
  }

  #flowStartOf(place: WrittenValue): number | undefined {
    return typeof place.step === "number" ? this.flowEntries(place.parent)?.[place.step]?.start : undefined;
  }

  /** True for a text behind `|` or `>`. */
  isBlockScalar(place: WrittenValue): boolean {
    const { start } = place.node.span;
    const head = this.layout.text.slice(this.startOf(place), start);
    return /(?:^|\s)[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\r?\n/.test(head);
  }

  /** True where a value ends with such a text: comments that follow and are indented deeper would belong to it. */
  endsOpen(place: WrittenValue): boolean {
    if (place.node.isFlow === true) return false;
    const last = [...place.node.children.keys()].at(-1);
    const entry = last === undefined ? undefined : childPlace(place, last);
    return entry === undefined ? this.isBlockScalar(place) : this.endsOpen(entry);
  }
}
