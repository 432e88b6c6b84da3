import { FAMILIES, type Address, type Family } from "../../base/net/address.js";
import { AddressSet } from "../../base/net/address-set.js";

/**
 * Addresses that no CIDR in use tells apart. A family is cut at every offset where some range begins or ends; intervals
 * that the same ranges hold are one class, however many holes lie between them.
 */
export class AddressClasses {
  readonly #families: Readonly<Record<Family, FamilyClasses>>;

  constructor(ranges: Iterable<AddressSet>) {
    const all = [...ranges];
    this.#families = {
      IPv4: new FamilyClasses("IPv4", all),
      IPv6: new FamilyClasses("IPv6", all),
    };
  }

  /** The class of an address: a number within its family. */
  classOf({ family, value }: Address): number {
    return this.#families[family].classOf(value);
  }

  /** Every class of a family with its addresses, in the order of the lowest. */
  of(family: Family): readonly AddressSet[] {
    return this.#families[family].sets();
  }

  /** Some addresses, in pieces of one class each. */
  cut(addresses: AddressSet): AddressSet[] {
    return FAMILIES.flatMap((family) => {
      const own = addresses.only(family);
      return this.of(family)
        .map((each) => each.intersect(own))
        .filter((each) => !each.isEmpty);
    });
  }
}

class FamilyClasses {
  readonly #family: Family;
  /** Where intervals begin, ascending; the first one begins at 0. */
  readonly #starts: readonly bigint[];
  readonly #classes: Uint32Array;
  #sets: readonly AddressSet[] | undefined;

  constructor(family: Family, ranges: readonly AddressSet[]) {
    this.#family = family;
    const runs = ranges.map((range) => range.runs(family)).filter(({ length }) => length > 0);
    const end = (AddressSet.all(family).runs(family)[0]?.last ?? 0n) + 1n;
    const cuts = new Set<bigint>([0n]);
    for (const run of runs) for (const { first, last } of run) cuts.add(first).add(last + 1n);
    cuts.delete(end);
    this.#starts = [...cuts].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const indexOf = new Map(this.#starts.map((start, i) => [start, i]));
    const count = this.#starts.length;
    this.#classes = new Uint32Array(count);
    let next = 1;
    for (const run of runs) {
      const spans = run.map(
        ({ first, last }) => [indexOf.get(first) ?? 0, indexOf.get(last + 1n) ?? count] as const,
      );
      next = refine(this.#classes, smallerSide(spans, count), next);
    }
  }

  classOf(value: bigint): number {
    return this.#classes[this.#intervalOf(value)] as number;
  }

  #intervalOf(value: bigint): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as bigint) <= value) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  sets(): readonly AddressSet[] {
    if (this.#sets !== undefined) return this.#sets;
    const family = this.#family;
    const end = AddressSet.all(family).runs(family)[0]?.last ?? 0n;
    const byClass = new Map<number, { family: Family; first: bigint; last: bigint }[]>();
    for (const [i, first] of this.#starts.entries()) {
      const last = (this.#starts[i + 1] ?? end + 1n) - 1n;
      const id = this.#classes[i] as number;
      const known = byClass.get(id);
      if (known === undefined) byClass.set(id, [{ family, first, last }]);
      else known.push({ family, first, last });
    }
    this.#sets = [...byClass.values()].map((blocks) => AddressSet.of(blocks));
    return this.#sets;
  }
}

/** The intervals inside of a range, or those outside of it: either tells the same apart, and most ranges are small or nearly all. */
function smallerSide(spans: readonly (readonly [from: number, to: number])[], count: number): number[] {
  const inside = spans.reduce((sum, [from, to]) => sum + to - from, 0);
  const isInside = inside * 2 <= count;
  const chosen: number[] = [];
  let at = 0;
  for (const [from, to] of [...spans, [count, count] as const]) {
    if (!isInside) for (let i = at; i < from; i++) chosen.push(i);
    else for (let i = from; i < to; i++) chosen.push(i);
    at = to;
  }
  return chosen;
}

/** Gives the chosen intervals classes of their own. @returns the next free class */
function refine(classes: Uint32Array, chosen: readonly number[], next: number): number {
  const renamed = new Map<number, number>();
  let free = next;
  for (const interval of chosen) {
    const old = classes[interval] as number;
    let now = renamed.get(old);
    if (now === undefined) {
      now = free++;
      renamed.set(old, now);
    }
    classes[interval] = now;
  }
  return free;
}
