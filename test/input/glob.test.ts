import { describe, expect, it } from "vitest";
import { globDepth, globRoot, isGlob, matchesGlob } from "../../src/input/glob.js";

describe("a glob", () => {
  it.each([
    ["*.yaml", "a.yaml", true],
    ["*.yaml", "deep/down/a.yaml", true],
    ["*.yaml", "a.yml", false],
    ["a?c.yaml", "abc.yaml", true],
    ["a?c.yaml", "ac.yaml", false],
    ["a?c.yaml", "a/c.yaml", false],
    ["k8s/*.yaml", "k8s/a.yaml", true],
    ["k8s/*.yaml", "k8s/deep/a.yaml", false],
    ["k8s/**/*.yaml", "k8s/a.yaml", true],
    ["k8s/**/*.yaml", "k8s/very/deep/a.yaml", true],
    ["k8s/**/*.yaml", "other/a.yaml", false],
    ["**/test/**", "a/test/b/c.yaml", true],
    ["**/test/**", "a/tests/b/c.yaml", false],
    ["./k8s/*.yaml", "k8s/a.yaml", true],
    ["k8s/", "k8s", true],
    ["vendor", "a/vendor", true],
    ["a.c", "abc", false],
    ["(a+)+$", "aaaa", false],
    ["[ab]", "a", false],
    ["*a*b*", "xxaxxbxx", true],
    ["*a*b*", "xxbxxaxx", false],
    ["", "a", false],
  ])("%s on %s: %s", (glob, path, matches) => expect(matchesGlob(glob, path)).toBe(matches));

  it("of many stars is no more work than its length times the path's", () => {
    expect(matchesGlob(`${"*a".repeat(500)}b`, "a".repeat(10_000))).toBe(false);
    expect(matchesGlob(`${"**/".repeat(100)}b`, "a/".repeat(1_000))).toBe(false);
  });

  it.each([
    ["k8s/*.yaml", true],
    ["a?.yaml", true],
    ["k8s/a.yaml", false],
    ["[a].yaml", false],
  ])("%s is one: %s", (text, is) => expect(isGlob(text)).toBe(is));

  it.each([
    ["*.yaml", ".", 1],
    ["./*.yaml", ".", 1],
    ["k8s/*.yaml", "k8s", 1],
    ["k8s/*/b/*.yaml", "k8s", 3],
    ["k8s/**/a.yaml", "k8s", Infinity],
    ["/etc/*.yaml", "/etc", 1],
    ["../x/*/a.yaml", "../x", 2],
  ])("%s begins in %s and reaches %s deep", (glob, root, depth) => {
    expect(globRoot(glob)).toBe(root);
    expect(globDepth(glob)).toBe(depth);
  });
});
