import { describe, expect, it } from "vitest";
import { BitSet } from "../../../src/base/collections/bit-set.js";
import { hasPoint, portPointsOf } from "../../../src/semantics/reach/points.js";
import { NO_TRAFFIC, OTHER_TRAFFIC, trafficOf, unionTraffic } from "../../../src/base/net/traffic.js";
import { World } from "../../../src/semantics/match/world.js";
import type { Region } from "../../../src/semantics/match/region.js";

const TCP = trafficOf("TCP", [
  [80, 90],
  [443, 444],
]);
const REGION: Region = {
  world: World.ANY,
  others: BitSet.of(40, [3, 17, 35]),
  traffic: unionTraffic(TCP, trafficOf("SCTP", [[7, 9]])),
};

describe("points of a region", () => {
  it("are the first and the last port of its first and its last end", () => {
    expect(portPointsOf(REGION)).toEqual([
      { other: 3, protocol: "TCP", port: 80 },
      { other: 3, protocol: "SCTP", port: 9 },
      { other: 35, protocol: "TCP", port: 80 },
      { other: 35, protocol: "SCTP", port: 9 },
    ]);
  });

  it("are those of the protocols that it has", () => {
    const region = { ...REGION, others: BitSet.of(40, [17]), traffic: trafficOf("UDP", [[53, 54]]) };
    expect(portPointsOf(region)).toEqual([
      { other: 17, protocol: "UDP", port: 53 },
      { other: 17, protocol: "UDP", port: 54 },
    ]);
  });

  it.each<[string, Region, number]>([
    ["of one end, are that end's", { ...REGION, others: BitSet.of(40, [17]) }, 2],
    ["without other ends, are none", { world: World.ANY, traffic: TCP }, 0],
    ["about no end, are none", { ...REGION, others: BitSet.NONE }, 0],
    ["without traffic, are none", { ...REGION, traffic: NO_TRAFFIC }, 0],
    ["without ports, are none", { ...REGION, traffic: OTHER_TRAFFIC }, 0],
  ])("%s", (_name, region, count) => {
    expect(portPointsOf(region)).toHaveLength(count);
  });

  it.each([
    ["its own", { other: 17, protocol: "TCP", port: 444 }, true],
    ["no port between its runs", { other: 17, protocol: "TCP", port: 91 }, false],
    ["no port of another protocol", { other: 17, protocol: "SCTP", port: 444 }, false],
    ["no other end", { other: 4, protocol: "TCP", port: 444 }, false],
  ] as const)("has %s", (_name, point, expected) => {
    expect(hasPoint(REGION, point)).toBe(expected);
  });

  it("has none where it is not about other ends", () => {
    expect(hasPoint({ world: World.ANY, traffic: TCP }, { other: 0, protocol: "TCP", port: 80 })).toBe(false);
  });
});
