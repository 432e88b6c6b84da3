import { describe, expect, it } from "vitest";
import { AliasRatio } from "../../../src/source/manifest/alias-ratio.js";

/** Nodes that stand in a document beside the document itself, before aliases repeat others. */
function ratioWith(nodes: number): AliasRatio {
  const ratio = new AliasRatio();
  for (let i = 0; i < nodes; i++) ratio.count();
  return ratio;
}

describe("aliases make too large a part of a document", () => {
  it.each<readonly [what: string, nodes: number, repeated: number, isTooMuch: boolean]>([
    ["never of a thousand nodes", 0, 999, false],
    ["of one node more", 0, 1000, true],
    ["not with ninety-nine of a hundred", 10, 1089, false],
    ["with one more", 10, 1090, true],
    ["not where most is written", 2000, 1500, false],
  ])("%s", (_, nodes, repeated, isTooMuch) => {
    expect(ratioWith(nodes).expand(repeated)).toBe(isTooMuch);
  });

  it("all of them together", () => {
    const ratio = ratioWith(5);
    expect([ratio.expand(500), ratio.expand(700), ratio.counted]).toEqual([false, true, 1206]);
  });

  it("and what is taken back is not counted", () => {
    const ratio = ratioWith(11);
    ratio.forget();
    expect([ratio.counted, ratio.expand(1090)]).toEqual([11, true]);
  });
});
