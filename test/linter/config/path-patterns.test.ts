import { cpuTimeOf } from "../../support/cpu-time.js";
import { describe, expect, it } from "vitest";
import { patternFault, pathPatterns } from "../../../src/linter/config/path-patterns.js";

describe("patterns of .gitignore", () => {
  it.each<[patterns: readonly string[], path: string, expected: boolean]>([
    [["a.yaml"], "a.yaml", true],
    [["a.yaml"], "deep/down/a.yaml", true],
    [["/a.yaml"], "deep/a.yaml", false],
    [["deep/"], "deep/a.yaml", true],
    [["deep/"], "x/deep/a.yaml", true],
    [["/deep/"], "x/deep/a.yaml", false],
    [["x/*/b.yaml"], "x/a/b.yaml", true],
    [["x/*/b.yaml"], "x/a/c/b.yaml", false],
    [["x/**/b.yaml"], "x/a/c/b.yaml", true],
    [["*.yaml", "!keep.yaml"], "keep.yaml", false],
    [["deep/", "!deep/keep.yaml"], "deep/keep.yaml", true],
    [["deep/*", "!deep/keep.yaml"], "deep/keep.yaml", false],
    [["A.yaml"], "a.yaml", false],
    [["# a comment", "\\#a.yaml"], "#a.yaml", true],
    [["a?.yaml"], "ab.yaml", true],
    [["[ab].yaml"], "b.yaml", true],
    [["a.yaml"], "", false],
    [["*"], "../a.yaml", false],
  ])("%j leave out %s: %s", (patterns, path, expected) => {
    expect(pathPatterns(patterns).matches(path, false)).toBe(expected);
  });

  it("tells a folder from a file of its name", () => {
    const { matches } = pathPatterns(["deep/"]);
    expect([matches("deep", true), matches("deep", false)]).toEqual([true, false]);
  });

  it("ends within a bound, whatever is compared", async () => {
    const patterns = Array.from({ length: 300 }, (_, i) => `**/a/**/a/*a*a*a${i}`);
    expect(patterns.map(patternFault)).toEqual(patterns.map(() => undefined));
    const { matches } = pathPatterns(patterns);
    const deep = Array.from({ length: 60 }, () => "a").join("/");
    const seconds = await cpuTimeOf(() =>
      expect(() => {
        for (let i = 0; i < 100_000; i++) matches(`${deep}/${"a".repeat(200)}${i}`, false);
      }).toThrow("take too long"),
    );
    expect(seconds).toBeLessThan(20);
  });
});
