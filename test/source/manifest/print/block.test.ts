import { describe, expect, it } from "vitest";
import { blockLines, type BlockStyle } from "../../../../src/source/manifest/print/block.js";
import { sortedKeys, type Value } from "../../../../src/source/manifest/value.js";

const RULES: Value = { spec: { to: [{ ports: [53, 80] }, []], matchLabels: {} }, kind: "X" };

describe("a value as lines of YAML", () => {
  it.each<readonly [string, BlockStyle, readonly string[]]>([
    [
      "lists under their key",
      { step: 2, listOffset: 0 },
      ["spec:", "  to:", "  - ports:", "    - 53", "    - 80", "  - []", "  matchLabels: {}", "kind: X"],
    ],
    [
      "lists further in than their key",
      { step: 4, listOffset: 2 },
      ["spec:", "    to:", "      - ports:", "          - 53", "          - 80", "      - []"].concat(
        "    matchLabels: {}",
        "kind: X",
      ),
    ],
  ])("has %s", (_, style, lines) => {
    expect(blockLines(RULES, style)).toEqual(lines);
  });

  it("has the keys in the order that is asked for", () => {
    const lines = blockLines({ b: 1, a: { d: 2, c: 3 }, kind: "X" }, { step: 2, listOffset: 0 }, sortedKeys);
    expect(lines).toEqual(["kind: X", "a:", "  c: 3", "  d: 2", "b: 1"]);
  });

  it("begins lists in lists behind one another's dash", () => {
    expect(blockLines([[1, [2]], { a: [3] }], { step: 2, listOffset: 0 })).toEqual([
      "- - 1",
      "  - - 2",
      "- a:",
      "  - 3",
    ]);
  });

  it("has a question mark in front of a key that no reader takes for one without", () => {
    const key = "k".repeat(1001);
    expect(blockLines({ [key]: 1 }, { step: 2, listOffset: 0 })).toEqual([`? ${key}`, ": 1"]);
    expect(blockLines({ [key]: [1] }, { step: 2, listOffset: 0 })).toEqual([`? ${key}`, ":", "- 1"]);
  });
});
