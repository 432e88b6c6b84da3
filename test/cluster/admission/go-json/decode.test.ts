import {
  BOOL,
  INT32,
  INT_OR_STRING,
  listOf,
  STRING,
  STRING_MAP,
  struct,
  TIME,
} from "../../../../src/cluster/admission/go-json/type.js";
import { apiObject, underlined } from "../../../support/api-object.js";
import { decode, type Decoded } from "../../../../src/cluster/admission/go-json/decode.js";
import { describe, expect, it } from "vitest";
import { fieldPath } from "../../../../src/cluster/admission/validation/field-error.js";

const ITEM = struct("v1.Item", { name: STRING, "count*": INT32, port: INT_OR_STRING });
const THING = struct("v1.Thing", {
  labels: STRING_MAP,
  items: listOf(ITEM),
  inner: ITEM,
  "maybe*": ITEM,
  when: TIME,
  flag: BOOL,
});

function decodeText(text: string): Decoded {
  return decode(THING, apiObject(text).node);
}

describe("values as they are stored", () => {
  it.each([
    ["a null is missing", "flag: null", { inner: {} }],
    ["a null label is empty", "labels: { a: null }", { labels: { a: "" }, inner: {} }],
    ["a null item is an empty struct", "items: [null]", { items: [{}], inner: {} }],
    ["empty values are left out", "labels: {}\nitems: []\nflag: false", { inner: {} }],
    ["behind a pointer they are kept", "maybe: { count: 0 }", { maybe: { count: 0 }, inner: {} }],
    ["whole floats are integers", "maybe: { count: 80.0 }", { maybe: { count: 80 }, inner: {} }],
    [
      "a port is a number or a text",
      "items: [{ port: 80 }, { port: x }]",
      { items: [{ port: 80 }, { port: "x" }], inner: {} },
    ],
  ])("%s", (_, text, stored) => expect(decodeText(text).value).toEqual(stored));
});

describe("the first wrong type, in Go's words (V-NP-27)", () => {
  it.each([
    [
      "of a field",
      "flag: 5",
      "json: cannot unmarshal number into Go struct field Thing.flag of type bool",
      "5",
    ],
    [
      "of a list",
      "items: x",
      "json: cannot unmarshal string into Go struct field Thing.items of type []v1.Item",
      "x",
    ],
    [
      "of an item",
      "items: [x]",
      "json: cannot unmarshal string into Go struct field Thing.items of type v1.Item",
      "x",
    ],
    [
      "in an item",
      "items: [{ name: [] }]",
      "json: cannot unmarshal array into Go struct field Item.items.name of type string",
      "[]",
    ],
    [
      "of a label",
      "labels: { a: yes }",
      "json: cannot unmarshal bool into Go struct field Thing.labels of type string",
      "yes",
    ],
    [
      "that is too large",
      "inner: { count: 4294967376 }",
      "json: cannot unmarshal number 4294967376 into Go struct field Item.inner.count of type int32",
      "4294967376",
    ],
    [
      "sorted by key",
      "labels: 7\nflag: x",
      "json: cannot unmarshal string into Go struct field Thing.flag of type bool",
      "x",
    ],
    [
      "a port's own decoder comes before an earlier error",
      "flag: x\nitems: [{ port: true }]",
      "json: cannot unmarshal bool into Go struct field Item.items.port of type int32",
      "true",
    ],
    [
      "a timestamp's own decoder ends it",
      "when: 5\nitems: 6",
      "json: cannot unmarshal number into Go struct field Thing.when of type string",
      "5",
    ],
  ])("%s", (_, text, message, place) => {
    const { error, value, unknown } = decodeText(text);
    expect(error?.message).toBe(message);
    expect(error === undefined ? undefined : underlined(error.at)).toBe(place);
    expect(value).toBeUndefined();
    expect(unknown).toEqual([]);
  });

  it("names the type alone at the root", () => {
    const { error } = decodeText("- a\n");
    expect(error?.message).toBe("json: cannot unmarshal array into Go value of type v1.Thing");
  });
});

describe("unknown fields", () => {
  function unknownPaths(text: string): string[] {
    const { node } = apiObject(text);
    return decode(THING, node).unknown.map(({ at }) => fieldPath(node.origin, at));
  }

  it.each([
    ["at the root, in another case", "Flag: true", ["Flag"]],
    ["in items", "items: [{}, { foo: 1 }]", ["items[1].foo"]],
    ["with a null", "inner: { foo: null }", ["inner.foo"]],
    ["not in a map of labels", "labels: { foo: bar }", []],
    ["sorted", "b: 1\na: 2", ["a", "b"]],
    ["once for two whose paths read alike", "inner: { x: 1 }\ninner.x: 2", ["inner.x"]],
  ])("%s", (_, text, paths) => expect(unknownPaths(text)).toEqual(paths));

  it("the server counts a hundred", () => {
    const fields = Array.from({ length: 120 }, (_, i) => `f${i}: 1`).join("\n");
    expect(unknownPaths(fields)).toHaveLength(100);
  });
});
