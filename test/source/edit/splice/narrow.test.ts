import { expect, it } from "vitest";
import { narrowed } from "../../../../src/source/edit/splice/narrow.js";
import type { Json } from "../../../../src/source/edit/edit.js";
import type { PathEdit } from "../../../../src/source/edit/splice/change.js";

/** What a change of a list of letters does, in a word. */
function shown(edit: PathEdit): string {
  const at = edit.path.join(".");
  switch (edit.type) {
    case "insert-item":
      return `${at}+${edit.index}${JSON.stringify(edit.value)}`;
    case "set":
      return `${at}=${JSON.stringify(edit.value)}`;
    case "rename":
      return `${at}:${edit.key}`;
    default:
      return `${edit.type} ${at}`;
  }
}

it.each<[string, Json, Json, string[]]>([
  ["nothing that is the same", ["a"], ["a"], []],
  ["the last of two that are alike", ["a", "a"], ["a"], ["remove 1"]],
  ["one more that is like the last", ["a"], ["a", "a"], [`+1"a"`]],
  ["an item in the middle", ["a", "b", "c"], ["a", "x", "c"], [`1="x"`]],
  ["an item that is new at the front", ["b", "c"], ["a", "b", "c"], [`+0"a"`]],
  ["items that are gone, the last first", ["a", "b", "c", "d"], ["a", "d"], ["remove 2", "remove 1"]],
  ["a field of an item", [{ p: 1, q: 2 }, "b"], [{ p: 1, q: 3 }, "b"], ["0.q=3"]],
  ["a field that is gone", { p: 1, q: 2 }, { p: 1 }, ["remove q"]],
  ["all of a list that ends up empty", ["a"], [], ["=[]"]],
  ["another kind of value", ["a"], "a", [`="a"`]],
])("setting a value changes %s", (_name, old, value, expected) => {
  expect(narrowed([], old, value).map(shown)).toEqual(expected);
});
