import { BitSet } from "../../../src/base/collections/bit-set.js";
import { Cells, cellsOf, Shapes } from "../../../src/semantics/reach/cells.js";
import { expect, it } from "vitest";
import { trafficOf } from "../../../src/base/net/traffic.js";
import { World } from "../../../src/semantics/match/world.js";
import type { DecidingEntry, Leaf } from "../../../src/semantics/evaluate/entry.js";

/** A leaf of one port about some other ends. */
function leaf(size: number, port: number, ...others: readonly number[]): Leaf {
  const region = {
    traffic: trafficOf("TCP", [[port, port]]),
    world: World.ANY,
    others: BitSet.of(size, others),
  };
  const by: DecidingEntry = { type: "exempt", why: "outside", regions: [region] };
  return { region, outcome: "allowed", by };
}

function cellsOfAll(size: number, leaves: readonly Leaf[]): Cells {
  const shapes = new Shapes();
  const all = BitSet.of(size, [...Array.from({ length: size }).keys()]);
  return new Cells(leaves, shapes, () => cellsOf(all, leaves, size, shapes, () => undefined));
}

it("an end that is asked about by itself has its own leaves, and those of another one only where they are the same", () => {
  // Ends 0 and 1 come to the same by different leaves; 2 and 3 by the same; 4 by those and one more; nothing is about 5.
  const [first, second, third] = [leaf(6, 80, 0, 2, 3, 4), leaf(6, 80, 1), leaf(6, 81, 4)];
  const cells = cellsOfAll(6, [first, second, third]);
  const asked = [5, 0, 1, 2, 3, 4].map((other) => cells.of(other));
  expect(asked.map(({ leaves }) => leaves)).toEqual([
    [],
    [first],
    [second],
    [first],
    [first],
    [first, third],
  ]);
  const [, ofZero, ofOne, ofTwo, ofThree, ofFour] = asked;
  expect(ofOne!.shape).toBe(ofZero!.shape);
  expect(ofOne!.leaves[0]).toBe(second);
  expect(ofTwo).toBe(ofZero);
  expect(ofThree).toBe(ofZero);
  expect(ofFour!.leaves).toEqual([first, third]);
});

it.each([255, 256, 257, 300])("tells %i cells apart", (size) => {
  const leaves = Array.from({ length: size }, (_, other) => leaf(size, 1 + other, other));
  const cells = cellsOfAll(size, leaves);
  expect(cells.all.map((each) => each.others.size)).toEqual(leaves.map(() => 1));
  // More than are asked about one by one.
  for (const [other, own] of leaves.entries()) expect(cells.of(other).leaves).toEqual([own]);
});
