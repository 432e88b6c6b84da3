import { BitSet } from "../../../base/collections/bit-set.js";
import type { Family } from "../../../base/net/address.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { PUBLIC } from "../../../base/net/special-ranges.js";
import type { AddressSet } from "../../../base/net/address-set.js";
import type { EndClass } from "../../../semantics/reach/classes.js";
import type { Flows } from "./subjects.js";

/** The share of the addresses of the internet that makes nearly all of it. */
const NEARLY_ALL = 0.9;

/** True for addresses that are all of the internet, but for a few. */
export function isNearlyAll(addresses: AddressSet, family: Family): boolean {
  return size(addresses.intersect(PUBLIC), family) >= NEARLY_ALL * size(PUBLIC, family);
}

function size(addresses: AddressSet, family: Family): number {
  return addresses.runs(family).reduce((sum, { first, last }) => sum + Number(last - first + 1n), 0);
}

/** The ends that are addresses of the internet, largest first. */
export const internetOf = oncePer(
  ({
    reach,
  }: Flows): Readonly<Record<Family, { readonly classes: readonly EndClass[]; readonly all: BitSet }>> => {
    const of = (family: Family): { classes: readonly EndClass[]; all: BitSet } => {
      const sized = reach.classes.flatMap((each) => {
        const { representative, toName } = each;
        if (representative.type !== "addresses" || toName !== undefined) return [];
        const count = size(representative.addresses.intersect(PUBLIC), family);
        return count === 0 ? [] : [{ each, count }];
      });
      const classes = sized.toSorted((a, b) => b.count - a.count).map(({ each }) => each);
      const indexes = classes.map(({ index }) => index);
      return { classes, all: BitSet.of(reach.classes.length, indexes) };
    };
    return { IPv4: of("IPv4"), IPv6: of("IPv6") };
  },
);
