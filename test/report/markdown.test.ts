import { codeInCell } from "../../src/report/markdown.js";
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
