import { AddressSet } from "../../../src/base/net/address-set.js";
import { describe, expect, it } from "vitest";
import { EdgeIndex } from "../../../src/semantics/match/edge-index.js";
import { TextSet } from "../../../src/semantics/match/text-set.js";

const A = TextSet.of(["a"]);
const BC = TextSet.of(["b", "c"]);
const NOT_ABC = TextSet.of(["a", "b", "c"]).complement;

describe("which edges have some values", () => {
  it.each<[string, readonly TextSet[], TextSet, number | readonly number[]]>([
    ["one value", [BC, A], A, 1],
    ["all values of one edge", [A, BC], TextSet.of(["c", "b"]), 1],
    ["values of two edges, in the order of these", [BC, A], TextSet.of(["a", "b"]), [0, 1]],
    ["a value that none names", [A, NOT_ABC], TextSet.of(["x"]), 1],
    ["a value that no edge has", [A, NOT_ABC], TextSet.of(["b"]), []],
    ["a value beside one that no edge has", [A, NOT_ABC], TextSet.of(["a", "b"]), [0]],
    ["no value at all", [A, NOT_ABC], TextSet.ABSENT, 1],
    ["no value at all, where each edge is of some", [A, BC], TextSet.ABSENT, []],
    ["no value at all beside a value", [A, TextSet.ABSENT], A.union(TextSet.ABSENT), [0, 1]],
    ["all but one", [A, BC, NOT_ABC], A.complement, [1, 2]],
    ["all but some, where none else is left", [A, BC], TextSet.of(["a", "b"]).complement, [1]],
  ])("%s", (_, edges, values, expected) => {
    const index = EdgeIndex.of(edges.map((each) => [each, undefined] as const));
    expect(index?.placesOf(values)).toEqual(expected);
  });

  it("is not told of addresses", () => {
    expect(EdgeIndex.of([[AddressSet.all("IPv4"), undefined]])).toBe(undefined);
  });
});
