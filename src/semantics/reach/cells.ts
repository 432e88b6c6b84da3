import { BitSet } from "../../base/collections/bit-set.js";
import { Judgements } from "../evaluate/judgements.js";
import { isSameTraffic, trafficHash, type Traffic } from "../../base/net/traffic.js";
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
  /** What leaves come to that were judged. */
  readonly judgements = new Judgements();
  /** Numbers of what leaves come to, and of lists of those by the number of the list before and of the last one. */
  readonly #leaves = new Map<number, number>();
  readonly #traffics = new TrafficNumbers();
  readonly #byLeaf = new WeakMap<Leaf, number>();
  /** Numbers of worlds: their texts are long, and each is the world of thousands of leaves. */
  readonly #worlds = new Map<string, number>();
  readonly #byWorld = new WeakMap<object, number>();
  readonly #lists = new Map<number, number>();
  readonly #byList: Shape[] = [];
  #met = 0;

  /** @param take counts what comparing worlds takes */
  constructor(take?: (steps: number) => void) {
    this.world = World.fresh(take);
  }

  of(leaves: readonly Leaf[]): Shape {
    let list = 0;
    for (const leaf of leaves) list = this.#after(list, this.#numberOf(leaf));
    return (this.#byList[list] ??= { id: this.#met++, leaves });
  }

  #after(list: number, leaf: number): number {
    const key = list * MOST + leaf;
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const next = this.#lists.size + 1;
    if (next >= MOST) throw new Error("invariant: there are more shapes than can be told apart");
    this.#lists.set(key, next);
    return next;
  }

  #numberOf(leaf: Leaf): number {
    const known = this.#byLeaf.get(leaf);
    if (known !== undefined) return known;
    const { outcome, region } = leaf;
    const traffic = this.#traffics.of(region.traffic);
    const key = (traffic * MOST + this.#worldOf(region.world)) * 2 + (outcome === "allowed" ? 1 : 0);
    const number = numberIn(this.#leaves, key);
    this.#byLeaf.set(leaf, number);
    return number;
  }

  #worldOf(world: World): number {
    const { identity } = world;
    const known = this.#byWorld.get(identity);
    if (known !== undefined) return known;
    const number = numberIn(this.#worlds, world.key);
    this.#byWorld.set(identity, number);
    return number;
  }
}

/** Numbers of sets of traffic: the same for the same traffic. */
class TrafficNumbers {
  readonly #byHash = new Map<number, (readonly [traffic: Traffic, number: number])[]>();
  #met = 0;

  of(traffic: Traffic): number {
    const hash = trafficHash(traffic);
    let alike = this.#byHash.get(hash);
    if (alike === undefined) this.#byHash.set(hash, (alike = []));
    const known = alike.find(([each]) => isSameTraffic(each, traffic));
    if (known !== undefined) return known[1];
    if (this.#met >= MOST_TRAFFICS)
      throw new Error("invariant: there is more traffic than can be told apart");
    alike.push([traffic, this.#met]);
    return this.#met++;
  }
}

/** More sets of traffic than this are not told apart by one number together with their worlds. */
const MOST_TRAFFICS = 2 ** 26;

function numberIn<K>(numbers: Map<K, number>, key: K): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const number = numbers.size;
  numbers.set(key, number);
  return number;
}

/** More lists of leaves than this are not told apart by one number. */
const MOST = 2 ** 26;

/** The cells of a walk, and which of them each other end is in. */
export interface CutEnds {
  readonly all: BitSet;
  readonly cells: readonly Outcomes[];
  /** By the number of the other end's class; 0 for what the walk is not about. */
  readonly cellOf: Uint8Array | Uint32Array;
}

/** Some ends that the same leaves are about. */
interface LikeEnds {
  /** In the order of the walk. */
  readonly leaves: Leaf[];
  size: number;
  /** The group that its members go to with the leaf that is looked at, and that leaf. */
  next: number;
  nextFor: Leaf | undefined;
}

/** What it takes to move an end to another group, in words of a bit set. */
const STEPS_OF_A_MOVE = 4;

/**
 * Puts those other ends of a walk together that the same leaves are about: each end goes from group to group with each leaf
 * that is about it, so that this costs as many steps as leaves have ends.
 * @param spend counts steps: the words of a leaf's ends, and those ends
 */
export function cellsOf(
  all: BitSet,
  leaves: readonly Leaf[],
  size: number,
  shapes: Shapes,
  spend: (steps: number) => void,
): CutEnds {
  const groups: LikeEnds[] = [{ leaves: [], size: all.size, next: 0, nextFor: undefined }];
  const groupOf = new Uint32Array(size);
  for (const leaf of leaves) {
    const { others } = leaf.region;
    if (others === undefined) continue;
    spend(size >>> 5);
    if (others.equals(all)) {
      for (const group of groups) group.leaves.push(leaf);
      continue;
    }
    let moved = 0;
    others.forEach((other) => {
      moved++;
      const group = groups[groupOf[other] as number] as LikeEnds;
      if (group.nextFor !== leaf) {
        const next = { leaves: [...group.leaves, leaf], size: 0, next: 0, nextFor: undefined };
        group.next = groups.push(next) - 1;
        group.nextFor = leaf;
      }
      group.size--;
      (groups[group.next] as LikeEnds).size++;
      groupOf[other] = group.next;
    });
    spend(STEPS_OF_A_MOVE * moved);
  }
  const cells: Outcomes[] = [];
  const cellOfGroup = groups.map((group) =>
    group.size === 0 ? 0 : cells.push({ leaves: group.leaves, shape: shapes.of(group.leaves) }) - 1,
  );
  // A map reads all of these at once: the smaller they are, the more of them the processor has at hand.
  const cellOf = cells.length <= 0x100 ? new Uint8Array(size) : new Uint32Array(size);
  if (cells.length > 1)
    all.forEach((other) => (cellOf[other] = cellOfGroup[groupOf[other] as number] as number));
  return { all, cells, cellOf };
}

/** Orders lists of rising numbers: the one with the lowest number that the other has not comes first. */
function byFirstDifference(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((place, at) => place !== b[at]);
  if (i === -1) return a.length === b.length ? 0 : 1;
  return (a[i] as number) - (b[i] ?? Infinity);
}

/** So many ends are asked about one by one, before the ends are cut into cells for all of them. */
const FEW = 64;

/** The cells of a walk, cut when they are asked for: many walks are asked about few ends or none. */
export class Cells {
  readonly #leaves: readonly Leaf[];
  readonly #shapes: Shapes;
  readonly #cut: () => CutEnds;
  readonly #single = new Map<number, Outcomes>();
  #all: CutEnds | undefined;
  #ids: Uint32Array | undefined;

  /** @param cut makes the cells of the leaves */
  constructor(leaves: readonly Leaf[], shapes: Shapes, cut: () => CutEnds) {
    this.#leaves = leaves;
    this.#shapes = shapes;
    this.#cut = cut;
  }

  get #ends(): CutEnds {
    return (this.#all ??= this.#cut());
  }

  /** The cells, those of earlier leaves first. */
  get all(): readonly Cell[] {
    const { all, cells, cellOf } = this.#ends;
    const members = cells.map((): number[] => []);
    all.forEach((other) => members[cellOf[other] as number]?.push(other));
    const places = new Map(this.#leaves.map((leaf, i) => [leaf, i]));
    const placesOf = ({ leaves }: Outcomes): number[] => leaves.map((leaf) => places.get(leaf) ?? 0);
    return cells
      .map((cell, i) => ({ ...cell, others: BitSet.of(cellOf.length, members[i] as number[]) }))
      .toSorted((a, b) => byFirstDifference(placesOf(a), placesOf(b)));
  }

  /** What is decided for one class. */
  of(other: number): Outcomes {
    if (this.#all === undefined && this.#single.size < FEW) return this.#ofOne(other);
    const { cells, cellOf } = this.#ends;
    return cells[cellOf[other] as number] as Outcomes;
  }

  /** The numbers of the shapes for some classes, without a step for each cell. */
  shapesOf(others: Uint32Array, tell: (place: number, shape: number) => void): void {
    const { cells, cellOf } = this.#ends;
    const ids = (this.#ids ??= Uint32Array.from(cells, ({ shape }) => shape.id));
    for (let i = 0; i < others.length; i++) tell(i, ids[cellOf[others[i] as number] as number] as number);
  }

  #ofOne(other: number): Outcomes {
    const known = this.#single.get(other);
    if (known !== undefined) return known;
    const leaves = this.#leaves.filter(({ region }) => region.others?.has(other) === true);
    const shape = this.#shapes.of(leaves);
    const outcomes = this.#singleOf(shape, leaves) ?? { leaves, shape };
    this.#single.set(other, outcomes);
    return outcomes;
  }

  /** Ends of one cell have one object, as they have where all are cut: what it comes to is kept by it. */
  #singleOf(shape: Shape, leaves: readonly Leaf[]): Outcomes | undefined {
    for (const each of this.#single.values())
      if (each.shape === shape && each.leaves.every((leaf, i) => leaf === leaves[i])) return each;
    return undefined;
  }
}
