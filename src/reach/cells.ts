import type { BitSet } from "../collections/bit-set.js";
import { trafficKey } from "../net/traffic.js";
import { World } from "../match/world.js";
import type { Leaf } from "../evaluate/entry.js";

/** Other ends to which a walk comes to the same: the same leaves, of the same rules. */
export interface Cell {
  readonly others: BitSet;
  readonly leaves: readonly Leaf[];
  readonly shape: Shape;
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
