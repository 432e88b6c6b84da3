import { codeInCell, codesInCell, prose } from "../../src/report/markdown.js";
import { expect, it } from "vitest";

/** As GitHub splits a row: a backslash takes the sign behind it, in code too. */
function cellsOf(row: string): string[] {
  return [...row.matchAll(/(?:\\.|[^|\\])+/g)].map(([cell]) => cell);
}

it.each([
  ["a file", "a.yaml:4:12", "`a.yaml:4:12`"],
  ["a bar", "a|b", "`a\\|b`"],
  ["two backslashes", "a\\\\b", "`a\\\\b`"],
  ["a bar behind a backslash", "\\|:4:12", "\\\\\\|:4:12"],
  ["a bar behind two", "\\\\|", "\\\\\\\\\\|"],
])("%s is one cell of a table", (_, text, expected) => {
  expect(codeInCell(text)).toBe(expected);
  expect(cellsOf(`|${codeInCell(text)}|b|`)).toHaveLength(2);
});

it.each([
  ["values between backticks", "unknown field `a_b` in `spec`", "unknown field `a_b` in `spec`"],
  ["a bar in a value", "`a|b` is *not* one", "`a\\|b` is \\*not\\* one"],
  ["a backtick without another", "it's `a", "it's \\`a"],
  ["backticks where a value begins", "```` [a` is no name", "\\`\\`\\`\\` \\[a\\` is no name"],
  ["backticks where a value ends", "`[a``` is no name", "\\`\\[a\\`\\`\\` is no name"],
  ["a mention and a tag", "`@all` and @all <b>", "`@all` and &#64;all &lt;b>"],
])("a sentence with %s", (_, text, expected) => {
  expect(prose(text)).toBe(expected);
});

it("names of a list are code spans of their own, and what is left is counted", () => {
  expect(codesInCell({ names: ["shop/web", "a|b"], more: 0 })).toBe("`shop/web`, `a\\|b`");
  expect(codesInCell({ names: ["shop/web", "shop/db"], more: 3 })).toBe("`shop/web`, `shop/db` and 3 more");
});
