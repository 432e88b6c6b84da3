import { FAMILIES, type Family } from "../../base/net/address.js";
import type { Reach } from "../../semantics/reach/reach.js";
import type { Row } from "../../semantics/reach/rows.js";

/** How many sources are laid out at once: few enough to stay in the processor's cache. */
const BLOCK = 64;

/** Some sources' flows: the number of the ingress shape for each of them and each destination. */
interface SourceBlock {
  first: number;
  readonly shapes: Uint32Array;
}

/**
 * The shapes of both directions for the pairs of a map, as numbers side by side. Of millions of pairs, what each comes to
 * is then found without a step through the walks.
 */
export class ShapeGrid {
  /** Of each destination, the number of its class. */
  readonly classes: Uint32Array;
  /** Of each destination, its families. */
  readonly families: Uint8Array;
  readonly #reach: Reach;
  readonly #everyClass: Uint32Array;
  readonly #sources: readonly Row[];
  readonly #places: ReadonlyMap<Row, number>;
  readonly #blocks: Readonly<Record<Family, SourceBlock>>;

  constructor(reach: Reach, sources: readonly Row[], destinations: readonly Row[]) {
    this.classes = Uint32Array.from(destinations, ({ endClass }) => endClass.index);
    this.families = Uint8Array.from(destinations, familyBits);
    this.#reach = reach;
    this.#everyClass = Uint32Array.from(reach.classes, (_, index) => index);
    this.#sources = sources;
    this.#places = new Map(sources.map((row, i) => [row, i]));
    const block = (): SourceBlock => ({ first: -1, shapes: new Uint32Array(BLOCK * destinations.length) });
    this.#blocks = { IPv4: block(), IPv6: block() };
  }

  /** The numbers of a source's egress shapes over a family, by the number of the other end's class. */
  egress(from: Row, family: Family): Uint32Array {
    const shapes = new Uint32Array(this.#everyClass.length);
    this.#reach
      .walk("egress", from.endClass.index, family)
      .shapesOf(this.#everyClass, (index, shape) => (shapes[index] = shape));
    return shapes;
  }

  /** The numbers of all destinations' ingress shapes for a source over a family, in their order. */
  ingress(from: Row, family: Family): Uint32Array {
    const place = this.#places.get(from) ?? 0;
    const block = this.#blocks[family];
    const first = place - (place % BLOCK);
    if (block.first !== first) this.#fill(block, first, family);
    const width = this.classes.length;
    return block.shapes.subarray((place - first) * width, (place - first + 1) * width);
  }

  /** Destination by destination, so that each walk is looked at once. */
  #fill(block: SourceBlock, first: number, family: Family): void {
    const width = this.classes.length;
    const bit = BITS[family];
    const asked = this.#sources
      .slice(first, first + BLOCK)
      .flatMap((row, i) =>
        (familyBits(row) & bit) === 0 ? [] : [{ index: row.endClass.index, start: i * width }],
      );
    const sources = Uint32Array.from(asked, ({ index }) => index);
    const starts = Uint32Array.from(asked, ({ start }) => start);
    const { shapes } = block;
    block.first = first;
    for (let column = 0; column < width; column++) {
      if (((this.families[column] as number) & bit) === 0) continue;
      const walk = this.#reach.walk("ingress", this.classes[column] as number, family);
      walk.shapesOf(sources, (i, shape) => (shapes[(starts[i] as number) + column] = shape));
    }
  }
}

/** A bit for each family. */
export const BITS: Readonly<Record<Family, number>> = { IPv4: 1, IPv6: 2 };

/** The families of a row for which a class alone says what its flows come to; none where a node matters. */
export function familyBits({ endClass: { families, asOwnNode } }: Row): number {
  if (asOwnNode !== undefined) return 0;
  return FAMILIES.filter((each) => families.includes(each)).reduce((bits, each) => bits | BITS[each], 0);
}
