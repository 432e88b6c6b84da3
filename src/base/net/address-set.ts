import {
  bitLength,
  bitsOf,
  FAMILIES,
  formatAddress,
  formatBlock,
  type Address,
  type Block,
  type Family,
} from "./address.js";

/** A run of addresses, both ends included. */
interface Range {
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * A set of addresses of both families: sorted, disjoint, non-adjacent ranges. Immutable; every operation is linear in
 * the number of ranges.
 */
export class AddressSet {
  static readonly EMPTY = new AddressSet({ IPv4: [], IPv6: [] });

  readonly #ranges: Readonly<Record<Family, readonly Range[]>>;
  #key: string | undefined;

  private constructor(ranges: Readonly<Record<Family, readonly Range[]>>) {
    this.#ranges = ranges;
  }

  /** The union of blocks. */
  static of(blocks: Iterable<Pick<Block, "family" | "first" | "last">>): AddressSet {
    const ranges: Record<Family, Range[]> = { IPv4: [], IPv6: [] };
    for (const { family, first, last } of blocks) ranges[family].push({ first, last });
    return new AddressSet({ IPv4: normalise(ranges.IPv4), IPv6: normalise(ranges.IPv6) });
  }

  /** Every address of a family. */
  static all(family: Family): AddressSet {
    return AddressSet.of([{ family, first: 0n, last: (1n << BigInt(bitsOf(family))) - 1n }]);
  }

  /** The set of one address. */
  static single(address: Address): AddressSet {
    return AddressSet.ofEach([address]);
  }

  /** The set of some addresses. */
  static ofEach(addresses: readonly Address[]): AddressSet {
    return AddressSet.of(addresses.map(({ family, value }) => ({ family, first: value, last: value })));
  }

  /** What several sets have together, put together at once and not one after the other. */
  static unionOf(sets: readonly AddressSet[]): AddressSet {
    const [first = AddressSet.EMPTY, ...others] = sets;
    if (others.length < 2) return others.reduce((all, each) => all.union(each), first);
    const rangesOf = (family: Family): Range[] => normalise(sets.flatMap((each) => each.#ranges[family]));
    return new AddressSet({ IPv4: rangesOf("IPv4"), IPv6: rangesOf("IPv6") });
  }

  get isEmpty(): boolean {
    return FAMILIES.every((family) => this.#ranges[family].length === 0);
  }

  /** How many ranges it takes to say which addresses these are. */
  get weight(): number {
    return this.#ranges.IPv4.length + this.#ranges.IPv6.length;
  }

  /** The families of which the set has an address. */
  get families(): Family[] {
    return FAMILIES.filter((family) => this.#ranges[family].length > 0);
  }

  has({ family, value }: Address): boolean {
    const ranges = this.#ranges[family];
    const range = ranges[firstReaching(ranges, value)];
    return range !== undefined && range.first <= value;
  }

  /** True where the two have an address in common. */
  meets(other: AddressSet): boolean {
    return FAMILIES.some((family) => intersectRanges(this.#ranges[family], other.#ranges[family]).length > 0);
  }

  union(other: AddressSet): AddressSet {
    return this.#perFamily((family) => uniteRanges(this.#ranges[family], other.#ranges[family]));
  }

  /** One of the two itself where the other one holds all of it: most sets that are laid beside each other are pieces of one another. */
  intersect(other: AddressSet): AddressSet {
    const [mine, theirs] = [this.#ranges, other.#ranges];
    const IPv4 = intersectRanges(mine.IPv4, theirs.IPv4);
    const IPv6 = intersectRanges(mine.IPv6, theirs.IPv6);
    if (isAllOf(IPv4, mine.IPv4) && isAllOf(IPv6, mine.IPv6)) return this;
    if (isAllOf(IPv4, theirs.IPv4) && isAllOf(IPv6, theirs.IPv6)) return other;
    return IPv4.length === 0 && IPv6.length === 0 ? AddressSet.EMPTY : new AddressSet({ IPv4, IPv6 });
  }

  subtract(other: AddressSet): AddressSet {
    return this.#perFamily((family) => subtractRanges(this.#ranges[family], other.#ranges[family]));
  }

  /** The addresses of one family. */
  only(family: Family): AddressSet {
    return this.#perFamily((each) => (each === family ? this.#ranges[each] : []));
  }

  equals(other: AddressSet): boolean {
    return this.subtract(other).isEmpty && other.subtract(this).isEmpty;
  }

  /** The same text for equal sets. */
  get key(): string {
    return (this.#key ??= FAMILIES.map((family) =>
      this.#ranges[family].map(({ first, last }) => `${first}-${last}`).join(),
    ).join(" "));
  }

  /** Some address of the set, the lowest of the first family that has one. */
  get sample(): Address | undefined {
    for (const family of FAMILIES) {
      const value = this.#ranges[family][0]?.first;
      if (value !== undefined) return { family, value };
    }
    return undefined;
  }

  /** The one address of a set that has no more than one. */
  get onlyAddress(): Address | undefined {
    const { sample } = this;
    return sample !== undefined && this.equals(AddressSet.single(sample)) ? sample : undefined;
  }

  /** The runs of addresses of a family, in order, both ends included. */
  runs(family: Family): readonly { readonly first: bigint; readonly last: bigint }[] {
    return this.#ranges[family];
  }

  /** The fewest CIDRs that make up the set, in order. */
  blocks(): Block[] {
    return FAMILIES.flatMap((family) => this.#ranges[family].flatMap((range) => blocksOf(family, range)));
  }

  #perFamily(ranges: (family: Family) => readonly Range[]): AddressSet {
    return new AddressSet({ IPv4: ranges("IPv4"), IPv6: ranges("IPv6") });
  }
}

function normalise(ranges: readonly Range[]): Range[] {
  return joinSorted(ranges.toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0)));
}

/** Both are in order already. */
function uniteRanges(a: readonly Range[], b: readonly Range[]): readonly Range[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const sorted: Range[] = [];
  let j = 0;
  for (const range of a) {
    for (; j < b.length && (b[j] as Range).first < range.first; j++) sorted.push(b[j] as Range);
    sorted.push(range);
  }
  for (; j < b.length; j++) sorted.push(b[j] as Range);
  return joinSorted(sorted);
}

function joinSorted(sorted: readonly Range[]): Range[] {
  const joined: { first: bigint; last: bigint }[] = [];
  for (const { first, last } of sorted) {
    const previous = joined.at(-1);
    if (previous === undefined || first > previous.last + 1n) joined.push({ first, last });
    else if (last > previous.last) previous.last = last;
  }
  return joined;
}

/** @param part what `intersectRanges` gives for some ranges and others */
function isAllOf(part: readonly Range[], ranges: readonly Range[]): boolean {
  return part === ranges || ranges.length === 0;
}

/** One of the two lists itself where it is all that they share. */
function intersectRanges(a: readonly Range[], b: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  let [isLeft, isRight] = [true, true];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const left = a[i] as Range;
    const right = b[j] as Range;
    if (left.first <= right.last && right.first <= left.last) {
      const shared = sharedRange(left, right);
      isLeft &&= shared === left;
      isRight &&= shared === right;
      result.push(shared);
    }
    if (left.last < right.last) i++;
    else j++;
  }
  if (isLeft && result.length === a.length) return a;
  return isRight && result.length === b.length ? b : result;
}

function sharedRange(a: Range, b: Range): Range {
  if (a.first >= b.first && a.last <= b.last) return a;
  if (b.first >= a.first && b.last <= a.last) return b;
  return a.first > b.first ? { first: a.first, last: b.last } : { first: b.first, last: a.last };
}

function subtractRanges(a: readonly Range[], b: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const { first, last } of a) {
    let from = first;
    let j = firstReaching(b, from);
    for (; j < b.length && (b[j] as Range).first <= last; j++) {
      const hole = b[j] as Range;
      if (hole.last < from) continue;
      if (hole.first > from) result.push({ first: from, last: hole.first - 1n });
      from = hole.last + 1n;
      if (from > last) break;
    }
    if (from <= last) result.push({ first: from, last });
  }
  return result;
}

/** The place of the first of some ranges that reaches to an address or beyond. */
function firstReaching(ranges: readonly Range[], address: bigint): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as Range).last < address) low = middle + 1;
    else high = middle;
  }
  return low;
}

function blocksOf(family: Family, { first, last }: Range): Block[] {
  const bits = bitsOf(family);
  const blocks: Block[] = [];
  for (let at = first; at <= last;) {
    // The largest block that begins here: as the address is aligned, and no larger than what is left.
    const aligned = at === 0n ? bits : bitLength(at & -at) - 1;
    const size = Math.min(aligned, bitLength(last - at + 1n) - 1);
    const end = at + (1n << BigInt(size)) - 1n;
    blocks.push({ family, first: at, last: end, prefix: bits - size });
    at = end + 1n;
  }
  return blocks;
}

/** The fewest texts that name a set of addresses: one address by itself, else its CIDRs. */
export function formatAddresses(addresses: AddressSet): string[] {
  const only = addresses.onlyAddress;
  return only === undefined ? addresses.blocks().map(formatBlock) : [formatAddress(only)];
}
