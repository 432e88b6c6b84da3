import type { BitSet } from "../../base/collections/bit-set.js";
import { trafficKey } from "../../base/net/traffic.js";
import { World } from "../match/world.js";
import type { Leaf } from "../evaluate/entry.js";

/** What a walk comes to for some other end. */
export interface Outcomes {
  readonly leaves: readonly Leaf[];
  readonly shape: Shape;
}

/** Other ends to which a walk comes to the same: the same leaves, of the same rules. */
export interface Cell extends Outcomes {
  readonly others: BitSet;
}

/** What leaves come to, without who decided: equal shapes are one object, so that pairs of them are judged once. */
export interface Shape {
  readonly id: number;
  readonly leaves: readonly Leaf[];
}

/** The shapes that were met. */
export class Shapes {
  /** A world in which nothing is restricted, for all walks whose leaves are compared. */
  readonly world: World;
  readonly #byKey = new Map<string, Shape>();

  /** @param take counts what comparing worlds takes */
  constructor(take?: (steps: number) => void) {
    this.world = World.fresh(take);
  }

  of(leaves: readonly Leaf[]): Shape {
    const key = leaves.map(leafKey).join("\n\n");
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const shape = { id: this.#byKey.size, leaves };
    this.#byKey.set(key, shape);
    return shape;
  }
}

const KEYS = new WeakMap<Leaf, string>();

function leafKey(leaf: Leaf): string {
  const known = KEYS.get(leaf);
  if (known !== undefined) return known;
  const key = `${leaf.outcome} ${trafficKey(leaf.region.traffic)} ${leaf.region.world.key}`;
  KEYS.set(leaf, key);
  return key;
}

/**
 * Cuts the other ends of a walk where some leaf begins or ends.
 * @param spend counts cells that are compared with a leaf
 */
export function cellsOf(
  all: BitSet,
  leaves: readonly Leaf[],
  shapes: Shapes,
  spend: (times: number) => void,
): Cell[] {
  let cells: { others: BitSet; leaves: Leaf[] }[] = [{ others: all, leaves: [] }];
  for (const leaf of leaves) {
    const { others } = leaf.region;
    if (others === undefined) continue;
    spend(cells.length);
    const next: typeof cells = [];
    for (const cell of cells) {
      if (!cell.others.meets(others)) {
        next.push(cell);
        continue;
      }
      const outside = cell.others.subtract(others);
      if (outside.isEmpty) {
        cell.leaves.push(leaf);
        next.push(cell);
        continue;
      }
      next.push({ others: cell.others.intersect(others), leaves: [...cell.leaves, leaf] });
      next.push({ others: outside, leaves: cell.leaves });
    }
    cells = next;
  }
  return cells.map((cell) => ({ ...cell, shape: shapes.of(cell.leaves) }));
}

/** So many ends are asked about one by one, before the ends are cut into cells for all of them. */
const FEW = 64;

/** The cells of a walk, cut when they are asked for: many walks are asked about few ends or none. */
export class Cells {
  readonly #leaves: readonly Leaf[];
  readonly #size: number;
  readonly #shapes: Shapes;
  readonly #cut: () => readonly Cell[];
  readonly #single = new Map<number, Outcomes>();
  #all: readonly Cell[] | undefined;
  #find: ((other: number) => Cell) | undefined;

  /** @param cut makes the cells of the leaves, among classes of this number */
  constructor(leaves: readonly Leaf[], size: number, shapes: Shapes, cut: () => readonly Cell[]) {
    this.#leaves = leaves;
    this.#size = size;
    this.#shapes = shapes;
    this.#cut = cut;
  }

  get all(): readonly Cell[] {
    return (this.#all ??= this.#cut());
  }

  /** What is decided for one class. */
  of(other: number): Outcomes {
    if (this.#all === undefined && this.#single.size < FEW) return this.#ofOne(other);
    this.#find ??= finderOf(this.all, this.#size);
    return this.#find(other);
  }

  #ofOne(other: number): Outcomes {
    const known = this.#single.get(other);
    if (known !== undefined) return known;
    const leaves = this.#leaves.filter(({ region }) => region.others?.has(other) === true);
    const outcomes = { leaves, shape: this.#shapes.of(leaves) };
    this.#single.set(other, outcomes);
    return outcomes;
  }
}

/** More cells than this are found through an index. */
const FEW_CELLS = 4;

/** Finds the cell of a class. */
function finderOf(cells: readonly Cell[], size: number): (other: number) => Cell {
  if (cells.length <= FEW_CELLS)
    return (other) => cells.find(({ others }) => others.has(other)) ?? (cells[0] as Cell);
  // A map reads all of these at once: the smaller they are, the more of them the processor has at hand.
  const indexes = cells.length <= 0x100 ? new Uint8Array(size) : new Uint32Array(size);
  for (const [i, cell] of cells.entries()) cell.others.forEach((other) => (indexes[other] = i));
  return (other) => cells[indexes[other] as number] as Cell;
}
