import { describe, expect, it } from "vitest";
import { ALL_TRAFFIC } from "../../../src/base/net/traffic.js";
import { inside, whereItApplies, type Applicability } from "../../../src/semantics/match/applying.js";
import { readingOf } from "../../../src/semantics/match/unsettled.js";
import { settled } from "../../../src/semantics/match/split.js";
import { World, type Split } from "../../../src/semantics/match/world.js";
import type { Region } from "../../../src/semantics/match/region.js";

const { yes, no } = World.fresh().ask(readingOf("hairpin"));
const [left, right] = [yes[0] as World, no[0] as World];
const regions = [left, right].map((world): Region => ({ world, traffic: ALL_TRAFFIC }));
const isLeft = (world: World): Split => world.ask(readingOf("hairpin"));
const rightRegion = regions.slice(1);

describe("where a policy applies", () => {
  it.each<[string, readonly Region[], (world: World) => Split, string]>([
    ["a question that is always yes", regions, (world) => settled(world, true), "everywhere"],
    ["a question that is never yes", regions, (world) => settled(world, false), "nowhere"],
    ["a question that is yes in none of the regions", rightRegion, isLeft, "nowhere"],
    ["a question that is yes in all of the regions", regions.slice(0, 1), isLeft, "everywhere"],
    ["no region", [], (world) => settled(world, true), "nowhere"],
  ])("%s", (_name, some, question, expected) => {
    expect(whereItApplies(some, question)).toBe(expected);
  });

  it("asks about each world once, and cuts what is in it", () => {
    const asked: World[] = [];
    const applying = whereItApplies([...regions, ...regions], (world) => {
      asked.push(world);
      return isLeft(world);
    });
    const cut = inside(regions, applying as Applicability);
    expect(cut.map(({ world }) => world.key)).toEqual([left.key]);
    expect(asked).toHaveLength(new Set(asked).size);
  });
});
