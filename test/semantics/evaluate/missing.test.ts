import { describe, expect, it } from "vitest";
import { ALL_TRAFFIC } from "../../../src/base/net/traffic.js";
import { TextSet } from "../../../src/semantics/match/text-set.js";
import { withoutMissing } from "../../../src/semantics/evaluate/missing.js";
import { World } from "../../../src/semantics/match/world.js";
import type { Leaf } from "../../../src/semantics/evaluate/entry.js";
import type { Unsettled } from "../../../src/semantics/match/unsettled.js";

const REFUSED: Unsettled = { type: "fact", code: "refused-policy", policies: ["NetworkPolicy shop/broken"] };

const EFFECTS = TextSet.of(["Accept", "Deny", "Pass", "nothing"]);

/** The world in which the policy has one of some effects. */
const doing = (...effects: readonly string[]): World | undefined =>
  World.fresh().split(REFUSED, EFFECTS, TextSet.of(effects)).yes[0];

function leafIn(world: World | undefined): Leaf {
  if (world === undefined) throw new Error("there is no such world");
  return {
    region: { traffic: ALL_TRAFFIC, world },
    outcome: "allowed",
    by: { type: "default", regions: [] },
  };
}

describe("a leaf without what policies that are missing would do", () => {
  it("is itself where nothing hangs on them", () => {
    const leaf = leafIn(World.ANY);
    expect(withoutMissing(leaf)).toEqual([leaf]);
    expect(withoutMissing(leaf)[0]).toBe(leaf);
  });

  it("is in the world in which they do nothing, where that is one of its worlds", () => {
    const [left, ...more] = withoutMissing(leafIn(doing("Accept", "nothing")));
    expect(more).toEqual([]);
    expect(left?.region.world.where(REFUSED, TextSet.of(["Accept"]))).toBeUndefined();
    expect(left?.region.world.where(REFUSED, TextSet.of(["nothing"]))).toBeDefined();
    expect(left?.outcome).toBe("allowed");
  });

  it("is gone where they do something in each of its worlds", () => {
    expect(withoutMissing(leafIn(doing("Accept", "Deny")))).toEqual([]);
  });
});
