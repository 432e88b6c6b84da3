import { expect, test } from "vitest";
import { ALL_TRAFFIC, OTHER_TRAFFIC, trafficOf } from "../../../src/base/net/traffic.js";
import { Shapes } from "../../../src/semantics/reach/cells.js";
import { World } from "../../../src/semantics/match/world.js";
import type { DecidingEntry, Leaf } from "../../../src/semantics/evaluate/entry.js";

function leaf(traffic: Leaf["region"]["traffic"], outcome: Leaf["outcome"], why: "node" | "outside"): Leaf {
  const region = { traffic, world: World.ANY };
  const by: DecidingEntry = { type: "exempt", why, regions: [region] };
  return { region, outcome, by };
}

const LEAVES: readonly Leaf[] = [
  leaf(trafficOf("TCP", [[80, 80]]), "allowed", "node"),
  leaf(trafficOf("UDP", [[53, 53]]), "denied", "outside"),
  leaf(OTHER_TRAFFIC, "allowed", "outside"),
  leaf(ALL_TRAFFIC, "denied", "node"),
];

/** Every list of some of the leaves, in their order. */
const LISTS: readonly (readonly Leaf[])[] = Array.from({ length: 2 ** LEAVES.length }, (_, bits) =>
  LEAVES.filter((_leaf, i) => ((bits >> i) & 1) === 1),
);

test("lists of leaves are one shape exactly where they are the same, in whatever order they are met", () => {
  for (const lists of [LISTS, LISTS.toReversed()]) {
    const shapes = new Shapes(() => undefined);
    const met = lists.map((list) => shapes.of(list));
    expect(new Set(met.map(({ id }) => id)).size).toBe(LISTS.length);
    expect(met.map(({ leaves }) => leaves)).toEqual(lists);
    expect(lists.map((list) => shapes.of(list))).toEqual(met);
  }
});
