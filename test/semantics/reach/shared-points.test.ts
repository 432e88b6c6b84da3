import { describe, expect, it } from "vitest";
import { BitSet } from "../../../src/base/collections/bit-set.js";
import { SharedPoints } from "../../../src/semantics/reach/shared-points.js";
import { trafficOf } from "../../../src/base/net/traffic.js";
import { World } from "../../../src/semantics/match/world.js";
import type { PortPoint } from "../../../src/semantics/reach/points.js";
import type { Region } from "../../../src/semantics/match/region.js";

const region = (members: readonly number[], first: number, last: number): Region => ({
  world: World.ANY,
  others: BitSet.of(70, members),
  traffic: trafficOf("TCP", [[first, last]]),
});

/** The second one has an end twice: that is one of them still. */
const MATCHED = [
  [region([1, 2, 3], 80, 90)],
  [region([3, 5], 85, 95), region([5], 85, 86)],
  [region([64], 80, 81), region([2], 443, 444)],
];

describe("points that several match", () => {
  it.each<[string, PortPoint, boolean]>([
    ["an end and a port of two of them", { other: 3, protocol: "TCP", port: 85 }, true],
    ["the last port that both have", { other: 3, protocol: "TCP", port: 90 }, true],
    ["a port that one of them has", { other: 3, protocol: "TCP", port: 91 }, false],
    ["an end that one of them has, twice", { other: 5, protocol: "TCP", port: 86 }, false],
    ["ports of two of which the ends are others", { other: 2, protocol: "TCP", port: 443 }, false],
    ["an end that none has", { other: 7, protocol: "TCP", port: 85 }, false],
    ["another protocol", { other: 3, protocol: "UDP", port: 85 }, false],
  ])("%s", (_name, point, expected) => {
    expect(new SharedPoints(MATCHED, () => undefined).has(point)).toBe(expected);
  });

  it("looks at all of them once for a port, whatever ends are asked about", () => {
    let spent = 0;
    const shared = new SharedPoints(MATCHED, (steps) => (spent += steps));
    for (const other of [1, 3, 5]) shared.has({ other, protocol: "TCP", port: 85 });
    expect(spent).toBe(5);
  });
});
