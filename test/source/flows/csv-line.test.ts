import { expect, it } from "vitest";
import { splitCsv } from "../../../src/source/flows/csv-line.js";

it.each([
  ["quotes inside of quotes", 'a, "b ""c"", d" ,e', ["a", 'b "c", d', "e"]],
  ["empty cells", ",,", ["", "", ""]],
  ["an empty quoted cell", '"",a', ["", "a"]],
  ["nothing", "", [""]],
  ["a quote that is not closed", 'a,"b', undefined],
  ["something behind a quote", '"a"b,c', undefined],
  ["a quote inside of a cell that has none around it", 'a"b,c', ['a"b', "c"]],
])("%s", (_what, line, cells) => {
  expect(splitCsv(line)).toEqual(cells);
});
