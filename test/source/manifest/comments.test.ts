import { expect, it } from "vitest";
import { commentsIn } from "../../../src/source/manifest/comments.js";
import { readDocuments } from "../../../src/source/manifest/read.js";

it.each<readonly [what: string, text: string, comments: readonly string[]]>([
  ["between keys and behind values", "# one\na: b # two\n#three\nc: d\n", ["# one", "# two", "#three"]],
  ["none in texts", "a: 'b # c'\nd: |\n  # e\nf: g#h\n", []],
  ["behind the header of a text", "a: | # one\n  b\n", ["# one"]],
  ["in flow style", "a: [b, # one\n  c] # two\n", ["# one", "# two"]],
  ["none in JSON", '{"a": "# b"}', []],
  ["none in what is not read", "a: b\n--- c # d\n", []],
  ["none", "a: b\n", []],
])("comments stand %s", (_, text, comments) => {
  const [{ document } = { document: undefined }] = readDocuments({ name: "a.yaml", text });
  if (document === undefined) throw new Error("no document");
  expect(commentsIn(document).map(({ start, end }) => text.slice(start, end))).toEqual(comments);
});

it("comments of the second document are its own", () => {
  const text = "# one\na: b\n---\n# two\nc: d # three\n";
  const [, second] = readDocuments({ name: "a.yaml", text });
  if (second === undefined) throw new Error("no document");
  expect(commentsIn(second.document).map(({ start, end }) => text.slice(start, end))).toEqual([
    "# two",
    "# three",
  ]);
});
