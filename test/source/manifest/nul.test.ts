import { describe, expect, it } from "vitest";
import { locatePath } from "../../../src/source/manifest/locate.js";
import { readDocuments } from "../../../src/source/manifest/read.js";

/** A NUL is refused before anything is parsed, and the places in such a document are asked for all the same. */
const TEXTS: readonly (readonly [string, string])[] = [
  ["a plain scalar", "a: b\0c\n"],
  ["between words", "a: b \0 c\n"],
  ["the end of a line", "a: b\0\nc: d\n"],
  ["where a line begins", "a: b\n\0c: d\n"],
  ["a plain scalar in flow", "a: [b\0c, d]\n"],
  ["between what a flow collection holds", "a: {b: c,\0 d: e}\n"],
  ["double quotes", 'a: "b\0c"\n'],
  ["single quotes", "a: 'b\0c'\n"],
  ["a block scalar", "a: |\n  b\0c\n"],
  ["the line of a block scalar's header", "a: |\0\n  b\n"],
  ["a comment", "a: b # c\0d\n"],
  ["an anchor", "a: &b\0c d\n"],
  ["a tag", "a: !b\0c d\n"],
  ["a directive", "%YAML\0 1.1\n---\na: b\n"],
  ["behind a marker", "---\0\na: b\n"],
  ["all that there is", "\0"],
  ["text of two bytes a character", "a\0p\0i\0:\0 \0v\x001\0\n\0"],
];

describe("a NUL is no end of the text", () => {
  it.each(TEXTS)("in %s", (_, text) => {
    const readings = [...readDocuments({ name: "a.yaml", text })];
    expect(readings.some(({ problem }) => problem !== undefined)).toBe(true);
    for (const { document } of readings) {
      const { start, end } = locatePath(document, ["a", "b"]);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(text.length);
    }
  });
});
