import * as fc from "fast-check";
import { check } from "../properties/run.js";
import { encodeJson } from "../../src/report/encode.js";
import { expect, it } from "vitest";
import { jsonPieces, RepeatedJson } from "../../src/report/laid-json.js";

const pieces = (value: unknown): string => [...jsonPieces(value)].join("");

it("lays out and escapes a value as encodeJson does", () =>
  check({
    name: "pieces of JSON are the JSON",
    arbitrary: fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }),
    runs: 500,
    holds: (value) => {
      expect(pieces(value)).toBe(encodeJson(value));
    },
  }));

it("escapes in texts and names what would command a terminal or a runner", () => {
  const value = { "##[a]\u202e": ['"##[group]', "\\##vso[x", "a\nb", "\u{e0041}", "\ud83d"], b: { c: [] } };
  expect(pieces(value)).toBe(encodeJson(value));
});

it("leaves out members without a value, and says null of items without one", () => {
  const value = { a: undefined, b: [undefined, 1], c: { d: undefined }, e: {}, f: [], g: [[], {}] };
  expect(pieces(value)).toBe(encodeJson(value));
});

it("lays out a repeated value at each depth at which it stands", () => {
  const step = { at: [1, { line: 2 }], name: "##[x]" };
  const repeated = new RepeatedJson(step);
  const list = (one: unknown): unknown => [one, { one, more: [[{ one: [one, one] }]] }, one];
  expect(pieces({ list: list(repeated) })).toBe(encodeJson({ list: list(step) }));
  expect(pieces(repeated)).toBe(encodeJson(step));
});
