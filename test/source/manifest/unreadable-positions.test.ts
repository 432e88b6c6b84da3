import { expect, it } from "vitest";
import { locatePath } from "../../../src/source/manifest/locate.js";
import { readDocuments } from "../../../src/source/manifest/read.js";

const DEEP = "[".repeat(80);

it.each([
  ["no YAML", "a: [1, {\n", "yaml-syntax"],
  ["too deep", `a: ${DEEP}${"]".repeat(80)}\n`, "depth"],
  ["too deep, and no JSON", `{{"a": ${DEEP}\n`, "depth"],
])("a document that is %s has places inside of its file", (_, text, code) => {
  const [reading] = [...readDocuments({ name: "a.yaml", text })];
  expect(reading?.problem?.code).toBe(code);
  const { start, end } = locatePath(reading!.document, ["metadata", "name"]);
  expect([start >= 0, end >= start, end <= text.length]).toEqual([true, true, true]);
});

it.each([
  ["a list", "- ["],
  ["a mapping in a list", "-\n{"],
  ["a mapping, behind a blank", "a: { "],
  ["a value", "a: {b: "],
  ["another item", "-\n[c,"],
  ["a list in a file whose last line ends", "- [\n"],
])("a document that ends inside of %s is broken at the end of its file, not behind it", (_, text) => {
  const [reading] = [...readDocuments({ name: "a.yaml", text })];
  expect([reading?.problem?.code, reading?.problem?.at.start]).toEqual(["yaml-syntax", text.length]);
});
