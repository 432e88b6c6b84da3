import { FAMILIES, type Family } from "./address.js";
import type { AddressSet } from "./address-set.js";

/** A run of addresses of one of many sets, both ends included. */
interface Run {
  readonly first: bigint;
  readonly last: bigint;
  readonly of: number;
}

/** Finds which of many sets, of which no two share an address, have one of some addresses. */
export class AddressLookup {
  readonly #runs: Readonly<Record<Family, readonly Run[]>>;

  /** @param sets each with the number that it is found by */
  constructor(sets: readonly (readonly [number: number, addresses: AddressSet])[]) {
    const runsOf = (family: Family): Run[] =>
      sets
        .flatMap(([of, addresses]) => addresses.runs(family).map(({ first, last }) => ({ first, last, of })))
        .toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
    this.#runs = { IPv4: runsOf("IPv4"), IPv6: runsOf("IPv6") };
  }

  /** The numbers of the sets that share an address with another one; some of them more than once. */
  meeting(addresses: AddressSet): number[] {
    return FAMILIES.flatMap((family) => {
      const runs = this.#runs[family];
      return addresses.runs(family).flatMap(({ first, last }) => {
        const found: number[] = [];
        for (let at = firstReaching(runs, first); at < runs.length; at++) {
          const run = runs[at] as Run;
          if (run.first > last) break;
          found.push(run.of);
        }
        return found;
      });
    });
  }
}

/** The place of the first of some runs, in their order, that reaches to an address or beyond. */
function firstReaching(runs: readonly Run[], address: bigint): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] as Run).last < address) low = middle + 1;
    else high = middle;
  }
  return low;
}
