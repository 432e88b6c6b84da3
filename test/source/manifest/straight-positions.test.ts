import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parsedPositions } from "../../../src/source/manifest/positions.js";
import { readDocuments } from "../../../src/source/manifest/read.js";
import { straightPositions } from "../../../src/source/manifest/parse-cut.js";
import type { PositionNode } from "../../../src/source/manifest/position-node.js";

/** Positions that can be compared, with their keys. */
function plain({ span, isFlow, children }: PositionNode): unknown {
  return [
    [span.start, span.end],
    isFlow === true,
    [...children].map(([step, { key, node }]) => [step, key && [key.start, key.end], plain(node)]),
  ];
}

/** How many documents of a text are straight: each has the positions that the parser of all YAML gives it. */
function straightIn(text: string): number {
  let count = 0;
  for (const { document } of readDocuments({ name: "", text })) {
    const straight =
      document.cut.syntax === "json" ? undefined : straightPositions(document.file, document.cut);
    if (straight === undefined) continue;
    expect(plain(straight), text).toEqual(plain(parsedPositions(document)));
    count++;
  }
  return count;
}

describe("a document that is read in one pass has the places that the parser of all YAML finds", () => {
  it.each<readonly [what: string, text: string]>([
    ["mappings in mappings", "a:\n  b:\n    c: d\n  e: 'f'\ng: \"h\\n\"\n"],
    [
      "lists at the column of their key, and deeper",
      "a:\n- b\n- c: d\n  e: f\ng:\n  - h\n  - - i\n    - j\n",
    ],
    ["flow collections", "a: {b: c, 'd': [e, \"f\", {g: h}], i: []} # x\nj: [ k , l ]\n"],
    ["nothing behind a colon or a dash", "a:\nb:\n  c:\nd:\n-\n- e\n- # x\nf:\n"],
    ["quoted keys", '"a": b\n\'c\':\n  "d": e\n'],
    ["a text of several lines", 'a: |\n  b\n\n  c\n\nd: >-\n  e\n  f\ng: "h\n  i"\n'],
    ["a text of several lines at the end", "a:\n- b: |+\n    c\n\n\n"],
    ["the same without a last line break", "a:\n- b: |\n    c"],
    ["blanks and comments around everything", "\n# a\n---\n\nb:   c   # d\n\n# e\nf: # g\n\n  h: i\n# j\n"],
    ["a list of objects", "kind: List\nitems:\n- kind: A\n  b: c\n  apiVersion: d\n- e: f\napiVersion: v1\n"],
    ["documents behind each other", "a: b\n---\nc: d\n---\n# e\nf:\n- g\n"],
  ])("%s", (_, text) => {
    expect(straightIn(text)).toBeGreaterThan(0);
  });

  it("in every row of the table of YAML, however it ends", () => {
    const rows = JSON.parse(
      readFileSync(new URL("../../../fixtures/yaml-as-kubernetes.json", import.meta.url), "utf8"),
    ) as readonly { yaml: string }[];
    let count = 0;
    for (const { yaml } of rows)
      for (const text of [yaml, yaml.trimEnd(), `${yaml}\n\n# x\n`]) count += straightIn(text);
    expect(count).toBeGreaterThan(600);
  });
});
