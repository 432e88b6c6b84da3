import { firstAtLeast } from "../first-at-least.js";
import type { Span } from "../../manifest/source.js";

/** A comment that lost the part that it stood on, and where that was. */
export interface StrayComment {
  readonly offset: number;
  readonly text: string;
}

/** A place between the lines of the new text, by what stood there in the old one. */
interface Slot {
  readonly index: number;
  readonly offset: number;
}

/** An old part that is written again, with the places inside of what is made of it. */
interface SlottedPart extends Span {
  readonly slots: Slot[];
}

/**
 * Where the comments go that lost their part: a first printing finds the places, a second one fills them. Both must ask
 * for the places in the same order.
 */
export class Slots {
  readonly #strays: ReadonlyMap<number, readonly StrayComment[]>;
  readonly #regions: SlottedPart[] = [];
  readonly #open: SlottedPart[] = [];
  #count = 0;

  constructor(strays: ReadonlyMap<number, readonly StrayComment[]> = new Map()) {
    this.#strays = strays;
  }

  /** The places that `print` comes to are inside of what is made of an old part. */
  inside<T>(part: Span, print: () => T): T {
    const region = { ...part, slots: [] };
    this.#regions.push(region);
    this.#open.push(region);
    const printed = print();
    this.#open.pop();
    return printed;
  }

  /** A place that comments may be put at: where `offset` of the old text is. Gives those that belong there. */
  at(offset: number): readonly StrayComment[] {
    const slot = { index: this.#count++, offset };
    for (const region of this.#open) region.slots.push(slot);
    return this.#strays.get(slot.index) ?? [];
  }

  /**
   * A place for each comment, inside of the smallest part around it that is written again: the next one there, else the
   * last one.
   */
  places(comments: readonly Span[], text: string): Map<number, StrayComment[]> {
    const places = new Map<number, StrayComment[]>();
    const regions = this.#regions.toSorted((a, b) => a.start - b.start || b.end - a.end);
    for (const region of regions) region.slots.sort((a, b) => a.offset - b.offset);
    const around: SlottedPart[] = [];
    let next = 0;
    for (const { start, end } of comments) {
      for (
        let region = regions[next];
        region !== undefined && region.start <= start;
        region = regions[++next]
      ) {
        leave(around, region.start);
        around.push(region);
      }
      leave(around, start);
      const slot = around
        .toReversed()
        .map((region) => nearest(region, start))
        .find((each) => each !== undefined);
      if (slot === undefined) continue;
      const put = places.get(slot.index) ?? [];
      put.push({ offset: start, text: text.slice(start, end) });
      places.set(slot.index, put);
    }
    return places;
  }
}

/** Drops the parts that end at or before an offset. */
function leave(around: SlottedPart[], offset: number): void {
  while (around.length > 0 && (around.at(-1)?.end ?? 0) <= offset) around.pop();
}

function nearest({ slots, end }: SlottedPart, offset: number): Slot | undefined {
  const index = firstAtLeast(slots, offset, (slot) => slot.offset);
  const next = slots[index];
  return next !== undefined && next.offset <= end ? next : slots[index - 1];
}
