import { describe, expect, it } from "vitest";
import { PairMap } from "../../../src/base/collections/pair-map.js";

describe("PairMap", () => {
  it("an empty one has nothing", () => {
    expect(new PairMap<string>().get(0, 0)).toBeUndefined();
  });

  it("finds each of many pairs, in their order of numbers, zero among them", () => {
    const map = new PairMap<string>();
    const numbers = [0, 1, 2, 3, 31, 32, 33, 1000, 65_535, 2 ** 26 - 1];
    for (const a of numbers) for (const b of numbers) map.set(a, b, `${a} and ${b}`);
    for (const a of numbers) for (const b of numbers) expect(map.get(a, b)).toBe(`${a} and ${b}`);
    expect(map.get(4, 1)).toBeUndefined();
    expect(map.get(1, 4)).toBeUndefined();
  });

  it("a pair that is set again has the later value", () => {
    const map = new PairMap<string>();
    map.set(7, 9, "first");
    map.set(7, 9, "second");
    expect(map.get(7, 9)).toBe("second");
    expect(map.get(9, 7)).toBeUndefined();
  });
});
