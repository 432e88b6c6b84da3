import { describe, expect, it } from "vitest";
import { TextSet } from "../../../src/semantics/match/text-set.js";

const AB = TextSet.of(["a", "b"]);
const BC = TextSet.of(["b", "c"]);
const NOT_AB = AB.complement;
const NOT_BC = BC.complement;

/** Which of a, b, c, any other value, and no value at all a set holds. */
function held(set: TextSet): string {
  const names = { a: "a", b: "b", c: "c", other: "x" };
  const values = Object.entries(names).flatMap(([name, value]) => (set.has(value) ? [name] : []));
  return [...values, ...(set.has(undefined) ? ["none"] : [])].join(" ");
}

describe("sets of label values", () => {
  it.each<[string, TextSet, string]>([
    ["any", TextSet.ANY, "a b c other none"],
    ["present", TextSet.PRESENT, "a b c other"],
    ["absent", TextSet.ABSENT, "none"],
    ["some", AB, "a b"],
    ["all but some", NOT_AB, "c other none"],
    ["present, complement", TextSet.PRESENT.complement, "none"],
    ["some and some", AB.intersect(BC), "b"],
    ["some and all but some", AB.intersect(NOT_BC), "a"],
    ["all but some and some", NOT_AB.intersect(BC), "c"],
    ["all but some and all but some", NOT_AB.intersect(NOT_BC), "other none"],
    ["present and all but some", TextSet.PRESENT.intersect(NOT_AB), "c other"],
    ["some without some", AB.subtract(BC), "a"],
    ["some without absence", AB.subtract(TextSet.ABSENT), "a b"],
    ["all but some without present", NOT_AB.subtract(TextSet.PRESENT), "none"],
    ["some or some", AB.union(BC), "a b c"],
    ["some or all but some", BC.union(NOT_AB), "b c other none"],
    ["all but some or all but some", NOT_AB.union(NOT_BC), "a c other none"],
    ["several at once", TextSet.unionOf([TextSet.of(["a"]), NOT_AB, NOT_BC]), "a c other none"],
    ["several with absence", TextSet.unionOf([TextSet.of(["a"]), TextSet.ABSENT, BC]), "a b c none"],
    ["none at all", TextSet.unionOf([]), ""],
    ["any without some", TextSet.ANY.subtract(AB), "c other none"],
  ])("%s", (_, set, expected) => {
    expect(held(set)).toBe(expected);
  });

  it.each<[string, TextSet, boolean]>([
    ["disjoint sets", TextSet.of(["a"]).intersect(TextSet.of(["c"])), true],
    ["a set without itself", AB.subtract(AB), true],
    ["present without present", TextSet.PRESENT.subtract(TextSet.PRESENT), true],
    ["absence", TextSet.ABSENT, false],
    ["all but some", NOT_AB, false],
    ["one value", TextSet.of(["a"]), false],
  ])("%s: empty is %s", (_, set, expected) => {
    expect(set.isEmpty).toBe(expected);
  });

  it("is within another one where nothing is left without that one", () => {
    const sets = [AB, BC, NOT_AB, NOT_BC, TextSet.of(["b"]), TextSet.of([])];
    const all = [...sets, TextSet.ANY, TextSet.PRESENT, TextSet.ABSENT, AB.union(TextSet.ABSENT)];
    for (const one of all)
      for (const other of all)
        expect(one.isWithin(other), `${one.key} ${other.key}`).toBe(one.subtract(other).isEmpty);
    expect(TextSet.of(["b"]).isWithin(AB)).toBe(true);
    expect(AB.isWithin(BC)).toBe(false);
  });

  it.each<[string, TextSet, TextSet, boolean]>([
    ["the same values in another order", AB, TextSet.of(["b", "a"]), true],
    ["all but the same values", NOT_AB, TextSet.of(["b", "a"]).complement, true],
    ["other values, as many", AB, BC, false],
    ["more values", AB, TextSet.of(["a", "b", "c"]), false],
    ["values and all but these", AB, NOT_AB, false],
    ["with and without absence", AB, AB.union(TextSet.ABSENT), false],
  ])("are equal where they hold the same: %s", (_, a, b, expected) => {
    expect(a.equals(b)).toBe(expected);
    expect(a.key === b.key).toBe(expected);
  });

  it("lists the values of a finite set, sorted, and none of one that is not", () => {
    expect(TextSet.of(["b", "a"]).values).toEqual(["a", "b"]);
    expect(NOT_AB.values).toBe(undefined);
  });
});
