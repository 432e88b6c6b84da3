import { describe, expect, it } from "vitest";
import { LineIndex } from "../../../src/source/manifest/source.js";
import { locatePath } from "../../../src/source/manifest/locate.js";
import { readDocuments } from "../../../src/source/manifest/read.js";
import type { EntryHalf, PathStep } from "../../../src/source/manifest/origin.js";

/** A text, a path into its last document, and where that is: `line:column` and the text that is underlined. */
type Row = readonly [what: string, text: string, path: readonly PathStep[], place: string];

function placeOf(text: string, path: readonly PathStep[], part: EntryHalf = "value"): string {
  const readings = [...readDocuments({ name: "a.yaml", text })];
  for (const { problem } of readings) expect(problem).toBeUndefined();
  const document = readings.at(-1)?.document;
  if (document === undefined) throw new Error("no document");
  const { start, end } = locatePath(document, path, part);
  const { line, column } = new LineIndex(text).at(start);
  return `${line}:${column} ${text.slice(start, end)}`.trimEnd();
}

const ROWS: readonly Row[] = [
  // Block style
  ["a value", "a: b\nc: d\n", ["c"], "2:4 d"],
  ["a value below keys", "a:\n  b:\n    c: d\n", ["a", "b", "c"], "3:8 d"],
  ["a quoted value, with its quotes", "a: \"b c\"\nd: 'e'\n", ["a"], '1:4 "b c"'],
  ["a value without the comment behind it", "a: b # c\n", ["a"], "1:4 b"],
  ["a value of several words and lines", "a: b\n  c\nd: e\n", ["a"], "1:4 b\n  c"],
  ["a key as it is stored, not as it is written", "y: a\n", ["true"], "1:4 a"],
  ["an explicit key", "? a\n: b\n", ["a"], "2:3 b"],
  ["the key of an explicit pair with a comment", "? a # x\n: b\n", ["a"], "2:3 b"],
  // Lists
  ["a scalar item", "a:\n- b\n- c\n", ["a", 1], "3:3 c"],
  ["an item that is a mapping: its first key", "a:\n- b: c\n  d: e\n", ["a", 0], "2:3 b"],
  ["a value in an item", "a:\n- b: c\n- b: d\n", ["a", 1, "b"], "3:6 d"],
  ["a list inside a list", "a:\n- - b\n  - c\n", ["a", 0, 1], "3:5 c"],
  ["a field that an item lacks: its first token", "a:\n- b: c\n", ["a", 0, "x"], "2:3 b"],
  ["a list as the root", "- a\n- b\n", [1], "2:3 b"],
  // What is not there
  ["a missing field: the nearest key that is there", "a:\n  b: c\n", ["a", "x", "y"], "1:1 a"],
  ["a missing field of the root: the first token", "a: b\n", ["x"], "1:1 a"],
  ["an empty value: behind the colon", "a:\nb: c\n", ["a"], "1:3"],
  ["a null value that is written", "a: ~\n", ["a"], "1:4 ~"],
  ["an empty value with a tag: behind the tag", "a: !!str\nb: c\n", ["a"], "1:9"],
  ["the first empty item: behind its dash", "a:\n-\n- b\n", ["a", 0], "2:2"],
  ["an empty item behind another", "a:\n- b\n-\n- c\n", ["a", 1], "3:2"],
  ["an empty item behind a comment", "a:\n- b # - x\n- # y\n- c\n", ["a", 1], "3:2"],
  ["the last empty item", "a:\n- b\n-\n", ["a", 1], "3:2"],
  // Flow style
  ["a value in a flow mapping", "a: {b: c, d: e}\n", ["a", "d"], "1:14 e"],
  ["a whole flow mapping, with its bracket", "a: {b: c, d: [e]}\nf: g\n", ["a"], "1:4 {b: c, d: [e]}"],
  ["a whole flow list, with its bracket", "a: [b, [c] ]\nd: e\n", ["a"], "1:4 [b, [c] ]"],
  ["an item that is a flow mapping: its bracket", "a: [{b: c}, {b: d}]\n", ["a", 1], "1:13 {"],
  ["a bracket behind a comment", "a: [b # ]\n  ]\nc: d\n", ["a"], "1:4 [b # ]\n  ]"],
  ["an empty value in a flow mapping", "a: {b: , c: d}\n", ["a", "b"], "1:7"],
  ["a pair in a flow list", "a: [b: c]\n", ["a", 0, "b"], "1:8 c"],
  // Anchors and merges
  ["a value through an alias: where it is written", "a: &x\n  b: c\nd: *x\n", ["d", "b"], "2:6 c"],
  ["an alias itself", "a: &x b\nd: *x\n", ["d"], "2:4 *x"],
  ["an anchored value, without its anchor", "a: &x b\n", ["a"], "1:7 b"],
  ["a merged value: where it is written", "a: &x {b: c}\nd:\n  <<: *x\n  e: f\n", ["d", "b"], "1:11 c"],
  ["a value that a merge overrides", "a: &x {b: c}\nd:\n  b: e\n  <<: *x\n", ["d", "b"], "1:11 c"],
  [
    "a value of the first of several merged mappings",
    "a: &x {b: c}\nd: &y {b: e}\nf: {<<: [*x, *y]}\n",
    ["f", "b"],
    "1:11 c",
  ],
  ["an alias as a key", "a: &x b\n*x : c\n", ["b"], "2:6 c"],
  ["an alias as a key in a later document", "x: y\n---\na: &x 'b'\n*x : c\n", ["b"], "4:6 c"],
  // Streams, line breaks, characters
  ["a later document", "a: b\n---\na: c\n---\na: d\n", ["a"], "5:4 d"],
  ["a document behind an empty one", "---\n---\n# x\n---\na: b\n", ["a"], "5:4 b"],
  ["lines that end with CR LF", "a:\r\n- b\r\n- c\r\n", ["a", 1], "3:3 c"],
  ["lines that end with CR", "a:\r- b\r- c\r", ["a", 1], "3:3 c"],
  ["tabs count as one column", "a:\tb\n", ["a"], "1:4 b"],
  ["columns in UTF-16 units", "😀: é漢\n", ["😀"], "1:5 é漢"],
  ["a block scalar", "a: |\n  b\n  c\nd: e\n", ["a"], "2:1   b\n  c"],
  ["a value behind a block scalar that looks like YAML", "a: |\n  x: y\n  ---\nb: c\n", ["b"], "4:4 c"],
  // Lines that had to be indented to be read
  ["a value in an under-indented flow list", "a:\n  b: [\n  c,\n d ]\ne: f\n", ["a", "b", 1], "4:2 d"],
  ["a value behind an under-indented flow list", "a:\n  b: [\n  c\n]\n  e: f\n", ["a", "e"], "5:6 f"],
  ["a value behind an under-indented quote", 'a:\n  b: "c\nd"\n  e: f\n', ["a", "e"], "4:6 f"],
  ["a whole under-indented flow list", "a:\n  b: [\n  c\n]\n  e: f\n", ["a", "b"], "2:6 [\n  c\n]"],
  // JSON
  ["a value in JSON", '{"a": {"b": [1, "c"]}}', ["a", "b", 1], '1:17 "c"'],
  ["an escaped key in JSON", '{"\\u0061": 1}', ["a"], "1:12 1"],
  ["half a pair as a key in JSON", '{"\\ud800": 1}', ["\ufffd"], "1:12 1"],
  ["a whole mapping in JSON", '{"a": {"b": 1}, "c": 2}', ["a"], '1:7 {"b": 1}'],
  ["a later value of a JSON stream", '{"a": 1}\n{"a": 2}', ["a"], "2:7 2"],
  ["YAML behind JSON", '{"a": 1}\n---\na: 2\n', ["a"], "3:4 2"],
];

const KEYS: readonly Row[] = [
  ["a key", "a: b\nc: d\n", ["c"], "2:1 c"],
  ["a quoted key", '"a b": c\n', ["a b"], '1:1 "a b"'],
  ["a number as a key", "010: a\n", ["8"], "1:1 010"],
  ["a key in JSON", '{"a": {"b": [1, "c"]}}', ["a", "b"], '1:8 "b"'],
];

describe("places are where the value is written", () => {
  it.each(ROWS)("%s", (_, text, path, place) => expect(placeOf(text, path)).toBe(place));

  it.each(KEYS)("%s", (_, text, path, place) => expect(placeOf(text, path, "key")).toBe(place));

  it("of a flow root that text follows, which kubectl drops", () => {
    const text = "# c\n{ a: b, c: d }\ne: f\n";
    const [reading] = [...readDocuments({ name: "a.yaml", text })];
    if (reading === undefined) throw new Error("no document");
    const { start, end } = locatePath(reading.document, ["c"]);
    expect({ start, text: text.slice(start, end) }).toEqual({ start: text.indexOf("d }"), text: "d" });
  });
});
