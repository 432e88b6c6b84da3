import { describe, expect, it } from "vitest";
import { ALL_TRAFFIC, trafficOf, type Traffic } from "../../../src/base/net/traffic.js";
import { LimitReached, Work } from "../../../src/base/limits/work.js";
import { partsOf } from "../../../src/semantics/evaluate/evaluate.js";
import { Judgements } from "../../../src/semantics/evaluate/judgements.js";
import { World } from "../../../src/semantics/match/world.js";
import type { Leaf } from "../../../src/semantics/evaluate/entry.js";

const tcp = (first: number, last: number): Traffic => trafficOf("TCP", [[first, last]]);

/** Denied below port 100, allowed from there on. */
const LEAVES: readonly Leaf[] = [
  { region: { traffic: tcp(1, 99), world: World.ANY }, outcome: "denied" },
  { region: { traffic: tcp(100, 65_535), world: World.ANY }, outcome: "allowed" },
] as unknown as readonly Leaf[];

describe("the leaves of a direction cut", () => {
  const judgements = new Judgements();
  const cut = (traffic: Traffic): unknown =>
    judgements
      .cut(traffic, LEAVES, undefined)
      .filter(({ leaves }) => leaves.length > 0)
      .map(({ traffic: { TCP }, leaves }) => [TCP, leaves.map(({ outcome }) => outcome)]);

  it.each([
    [
      "some ports, of which both leaves have some",
      tcp(80, 120),
      [
        [[[80, 99]], ["denied"]],
        [[[100, 120]], ["allowed"]],
      ],
    ],
    ["others, of which one has all", tcp(443, 443), [[[[443, 443]], ["allowed"]]]],
    [
      "all traffic",
      ALL_TRAFFIC,
      [
        [[[1, 99]], ["denied"]],
        [[[100, 65_535]], ["allowed"]],
      ],
    ],
    [
      "all traffic once more",
      ALL_TRAFFIC,
      [
        [[[1, 99]], ["denied"]],
        [[[100, 65_535]], ["allowed"]],
      ],
    ],
    ["ports after all traffic", tcp(22, 22), [[[[22, 22]], ["denied"]]]],
  ])("are those of %s", (_name, traffic, expected) => {
    expect(cut(traffic)).toEqual(expected);
  });
});

describe("the parts of a flow, when the work is used up", () => {
  const used = (): Work => {
    const work = new Work(0);
    expect(() => {
      work.take(1);
    }).toThrow(LimitReached);
    return work;
  };
  /** One leaf for each of some ports. */
  const leavesOf = (count: number): readonly Leaf[] =>
    Array.from({ length: count }, (_, index) => ({
      ...LEAVES[1],
      region: { traffic: tcp(index + 1, index + 1), world: World.ANY },
    })) as unknown as readonly Leaf[];

  it("are told where there are few: what is decided stands", () => {
    const parts = partsOf(ALL_TRAFFIC, leavesOf(8), leavesOf(8), used());
    expect(parts.map(({ traffic: { TCP } }) => TCP)).toContainEqual([[8, 8]]);
  });

  it("are not where there are more", () => {
    expect(() => partsOf(ALL_TRAFFIC, leavesOf(9), leavesOf(8), used())).toThrow(LimitReached);
  });
});
