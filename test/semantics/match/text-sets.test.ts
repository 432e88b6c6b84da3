import { expect, it } from "vitest";
import { TextSet } from "../../../src/semantics/match/text-set.js";
import { TextSets } from "../../../src/semantics/match/text-sets.js";

const VALUES = Array.from({ length: 500 }, (_, i) => `value-${i}`);

/** Each set of two of the values, made anew: with so many, some have one hash. */
const pairs = (): TextSet[] =>
  VALUES.flatMap((one, i) => VALUES.slice(i + 1).map((other) => TextSet.of([one, other])));

it("finds the first of equal sets again, of those too that have the hash of another one", () => {
  const sets = new TextSets();
  const firsts = pairs().map((each) => sets.the(each));
  const again = pairs().map((each) => sets.the(each));
  expect(again.filter((each, i) => each !== firsts[i])).toEqual([]);
  expect(new Set(firsts).size).toBe(firsts.length);
});
