import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BitSet } from "../../../src/base/collections/bit-set.js";

/** Sizes on both sides of a word's end, and one of which sets of few members leave out words before and behind them. */
const sized = fc
  .constantFrom(1, 31, 32, 33, 64, 97, 300)
  .chain((size) =>
    fc.tuple(fc.constant(size), fc.uniqueArray(fc.nat(size - 1)), fc.uniqueArray(fc.nat(size - 1))),
  );

const sorted = (members: Iterable<number>): number[] => [...members].toSorted((a, b) => a - b);

describe("a bit set", () => {
  it.each([1, 31, 32, 33, 64])("of all %i numbers has each of them and no other", (size) => {
    expect(BitSet.all(size).members).toEqual(Array.from({ length: size }, (_, i) => i));
    expect(BitSet.NONE.members).toEqual([]);
    expect(BitSet.all(size).equals(BitSet.of(size, BitSet.all(size).members))).toBe(true);
  });

  it("does what sets of numbers do", () => {
    fc.assert(
      fc.property(sized, ([size, a, b]) => {
        const [left, right] = [BitSet.of(size, a), BitSet.of(size, b)];
        expect(left.members).toEqual(sorted(a));
        expect([left.first, left.last]).toEqual([sorted(a).at(0), sorted(a).at(-1)]);
        expect(left.intersect(right).members).toEqual(sorted(a.filter((each) => b.includes(each))));
        expect(left.subtract(right).members).toEqual(sorted(a.filter((each) => !b.includes(each))));
        expect(left.union(right).members).toEqual(sorted(new Set([...a, ...b])));
        expect(left.meets(right)).toBe(a.some((each) => b.includes(each)));
        expect(left.equals(right)).toBe(sorted(a).join() === sorted(b).join());
        const cut = left.cutBy(right);
        expect(typeof cut === "string" ? cut : [cut.inside.members, cut.outside.members]).toEqual(
          !left.meets(right)
            ? "none"
            : left.isWithin(right)
              ? "all"
              : [left.intersect(right).members, left.subtract(right).members],
        );
        expect(left.isWithin(right)).toBe(a.every((each) => b.includes(each)));
        expect(left.isEmpty).toBe(a.length === 0);
        expect(left.size).toBe(a.length);
        // What comes to one of the two is that one, and equal sets have one hash, whatever they came of.
        expect(left.intersect(right) === left).toBe(left.isWithin(right));
        expect(left.subtract(right) === left).toBe(!left.meets(right));
        expect(left.union(right) === left).toBe(right.isWithin(left));
        const again = left.subtract(right).union(left.intersect(right));
        expect([again.equals(left), again.hash]).toEqual([true, left.hash]);
        for (let each = 0; each < size; each++) expect(left.has(each)).toBe(a.includes(each));
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
  });

  it("groups its members by number, and is itself where all are in one group", () => {
    const groupOf = Array.from({ length: 70 }, (_, member) => (member === 65 ? 2 : member % 2));
    const set = BitSet.of(70, [3, 8, 33, 65]);
    expect(set.groupedBy(groupOf).map(([group, members]) => [group, members.members])).toEqual([
      [0, [8]],
      [1, [3, 33]],
      [2, [65]],
    ]);
    expect(set.groupedBy(groupOf)[1]![1].equals(BitSet.of(70, [3, 33]))).toBe(true);
    const alike = BitSet.of(70, [3, 33]);
    expect(alike.groupedBy(groupOf)).toEqual([[1, alike]]);
    expect(BitSet.NONE.groupedBy(groupOf)).toEqual([]);
  });

  it("changes nothing in the sets that it is made of", () => {
    const [left, right] = [BitSet.of(40, [3, 35]), BitSet.of(40, [3, 4])];
    left.union(right);
    left.subtract(right);
    left.intersect(right);
    expect(left.members).toEqual([3, 35]);
    expect(right.members).toEqual([3, 4]);
  });
});
