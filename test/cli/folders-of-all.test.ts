import { expect, it } from "vitest";
import { foldersOfAll } from "../../src/cli/folders-of-all.js";

it.each([
  [["a/x.yaml", "a/b/y.yaml"], ["c/z.yaml"], ["a"]],
  [["a/x.yaml", "a/b/y.yaml"], ["a/z.yaml"], ["a/x.yaml", "a/b"]],
  [["x.yaml"], [], ["."]],
  [["/r/k/x.yaml"], ["/r/o.yaml"], ["/r/k"]],
  [["a b/x.yaml", "z.yaml"], ["c/y.yaml"], ["a b", "z.yaml"]],
])("%j, beside %j, are %j", (files, others, paths) => {
  expect(foldersOfAll(files, others)).toEqual(paths);
});
