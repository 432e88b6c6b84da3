import { apiObject } from "../../../support/api-object.js";
import { celName, celRule } from "../../../../src/cluster/admission/structural/cel.js";
import { describe, expect, it } from "vitest";
import { fieldPath, serverLine } from "../../../../src/cluster/admission/validation/field-error.js";
import { normalise } from "../../../../src/cluster/admission/structural/normalise.js";
import { ruleErrors } from "../../../../src/cluster/admission/structural/rules.js";
import { SchemaCompiler } from "../../../../src/cluster/admission/structural/compile.js";
import { schemaErrors } from "../../../../src/cluster/admission/structural/violations.js";
import type { UnknownField } from "../../../../src/cluster/admission/go-json/decode.js";

const SCHEMA = new SchemaCompiler(
  new Map([
    [
      "thing.json",
      {
        type: "object",
        required: ["size"],
        properties: {
          size: { type: "integer", format: "int32", minimum: 1, maximum: 9 },
          name: { type: "string", maxLength: 3, pattern: "^[a-z]+$" },
          color: { type: "string", enum: ["Red", "Blue"], default: "Red" },
          labels: { type: "object", additionalProperties: { type: "string" } },
          parts: { type: "array", minItems: 1, maxItems: 2, items: { $ref: "#/$defs/part" } },
          tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
          "max-size": { type: "integer", format: "int32" },
        },
        "x-kubernetes-validations": [
          {
            rule: "!has(self.max__dash__size) || self.size <= self.max__dash__size",
            message: "size is over max-size",
          },
        ],
        $defs: {
          part: {
            type: "object",
            minProperties: 1,
            maxProperties: 1,
            properties: {
              left: {
                type: "string",
                "x-kubernetes-validations": [{ rule: "self.startsWith('l')", message: "begins with l" }],
              },
              right: { type: "string" },
            },
          },
        },
      },
    ],
  ]),
  { withProposals: false },
).compile("thing.json");

describe("normalise", () => {
  function normalised(text: string): { value: unknown; unknown: string[] } {
    const { node } = apiObject(text);
    const unknown: UnknownField[] = [];
    const value = normalise(node.value, SCHEMA, node.origin, unknown);
    return { value, unknown: unknown.map(({ at }) => fieldPath(node.origin, at)) };
  }

  it.each([
    ["a default fills in what is missing", "size: 1", { size: 1, color: "Red" }, []],
    ["and what is null", "color: null", { color: "Red" }, []],
    ["a null without a default is dropped (S-IN-7)", "name: null\ncolor: Blue", { color: "Blue" }, []],
    [
      "a label with null too (S-CNP-7)",
      "color: Blue\nlabels: { a: null, b: x }",
      { color: "Blue", labels: { b: "x" } },
      [],
    ],
    ["null items stay", "color: Blue\nparts: [null]", { color: "Blue", parts: [null] }, []],
    [
      "unknown fields are dropped",
      "color: Blue\nsizes: 3\nparts: [{ up: 1, left: l }]",
      { color: "Blue", parts: [{ left: "l" }] },
      ["sizes", "parts[0].up"],
    ],
    ["below a scalar, everything is unknown", "color: { a: { b: 1 } }", { color: {} }, ["color.a"]],
    [
      "below a list in place of a mapping too",
      "color: Blue\nlabels: [{ a: x }]",
      { color: "Blue", labels: [{}] },
      ["labels[0].a"],
    ],
    [
      "whole numbers over 64 bits are floats",
      "color: Blue\nsize: 18446744073709551615",
      { color: "Blue", size: 18446744073709552000 },
      [],
    ],
  ])("%s", (_, text, value, unknown) => expect(normalised(text)).toEqual({ value, unknown }));

  it("gives the value itself where nothing changes", () => {
    const { node } = apiObject("size: 4\ncolor: Blue\nparts: [{ left: lo }]\n");
    expect(normalise(node.value, SCHEMA, node.origin, [])).toBe(node.value);
  });
});

describe("schemaErrors, in the server's words", () => {
  it.each([
    ["V-CR-1 missing", "{}", ["size: Required value"]],
    [
      "V-CR-2 enum",
      "{ size: 1, color: red }",
      ['color: Unsupported value: "red": supported values: "Red", "Blue"'],
    ],
    [
      "V-CR-3 above",
      "{ size: 10 }",
      ["size: Invalid value: 10: size in body should be less than or equal to 9"],
    ],
    [
      "V-CR-3 below",
      "{ size: 0 }",
      ["size: Invalid value: 0: size in body should be greater than or equal to 1"],
    ],
    [
      "V-CR-4 too many items",
      "{ size: 1, parts: [{ left: l }, { left: l }, { right: r }] }",
      ["parts: Too many: 3: must have at most 2 items"],
    ],
    [
      "V-CR-5 too few",
      "{ size: 1, parts: [] }",
      ["parts: Invalid value: 0: parts in body should have at least 1 items"],
    ],
    [
      "V-CR-6 no member",
      "{ size: 1, parts: [{}] }",
      ["parts[0]: Invalid value: 0: parts[0] in body should have at least 1 properties"],
    ],
    [
      "V-CR-7 two members",
      "{ size: 1, parts: [{ left: l, right: r }] }",
      ["parts[0]: Too many: 2: must have at most 1 item"],
    ],
    [
      "V-CR-8 too long, counted in characters",
      "{ size: 1, name: éééé }",
      ["name: Too long: may not be more than 3 bytes"],
    ],
    [
      "V-CR-9 wrong type",
      "{ size: x }",
      ['size: Invalid value: "string": size in body must be of type integer: "string"'],
    ],
    [
      "V-CR-9 null item",
      "{ size: 1, parts: [null] }",
      ['parts[0]: Invalid value: "null": parts[0] in body must be of type object: "null"'],
    ],
    [
      "V-CR-9a a fraction",
      "{ size: 1.5 }",
      [
        'size: Invalid value: "float64": size in body must be of type int32: "float64"',
        '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in size',
      ],
    ],
    [
      "V-CR-9a too large for its format",
      "{ size: 99999999999 }",
      [
        '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in size',
        "size: Invalid value: 99999999999: size in body should be less than or equal to 9",
      ],
    ],
    [
      "V-CR-9a a boolean has no format",
      "{ size: true }",
      ['size: Invalid value: "": size in body must be of type int32: ""'],
    ],
    ["V-CR-10 the second of three", "{ size: 1, tags: [a, b, a, a] }", ['tags[2]: Duplicate value: "a"']],
    [
      "V-CR-15 pattern",
      "{ size: 1, name: A }",
      ["name: Invalid value: \"A\": name in body should match '^[a-z]+$'"],
    ],
    [
      "a wrong type is held to the enum too",
      "{ size: 1, color: [1.5, <b>] }",
      [
        'color: Invalid value: "array": color in body must be of type string: "array"',
        String.raw`color: Unsupported value: [1.5,"\u003cb\u003e"]: supported values: "Red", "Blue"`,
      ],
    ],
    ["5.0 is 5", "{ size: 5.0 }", []],
  ])("%s", (_, text, lines) => {
    const { node } = apiObject(text.replace("<b>", '"<b>"'));
    const errors = schemaErrors(node.value, SCHEMA, node.origin);
    expect(errors.map(serverLine)).toEqual(lines);
  });
});

describe("ruleErrors", () => {
  const lines = (text: string, showsValues = true): string[] => {
    const { node } = apiObject(text);
    return ruleErrors(node.value, SCHEMA, node.origin, showsValues).map(serverLine);
  };

  it("evaluates whole numbers as such, under escaped names", () => {
    expect(lines("{ size: 5, max-size: 5 }")).toEqual([]);
    expect(lines("{ size: 5, max-size: 4 }")).toEqual(["<nil>: Invalid value: size is over max-size"]);
  });

  it("shows scalars and leaves objects out, where older servers show types (V-CR-13)", () => {
    expect(lines("{ size: 1, parts: [{ left: x }] }")).toEqual([
      'parts[0].left: Invalid value: "x": begins with l',
    ]);
    expect(lines("{ size: 5, max-size: 4, parts: [{ left: x }] }", false)).toEqual([
      '<nil>: Invalid value: "object": size is over max-size',
      'parts[0].left: Invalid value: "string": begins with l',
    ]);
  });

  it("words what cannot be evaluated (S-CNP-3)", () => {
    expect(celRule("self.egress.exists(rule, true)")({ tier: "Baseline" })).toEqual({
      error: "no such key: egress",
    });
    expect(celRule("self.list[3] == 1")({ list: [1n] })).toEqual({ error: "index out of bounds: 3" });
    expect(celRule("1 / self.size == 1")({ size: 0n })).toEqual({ error: "division by zero" });
  });
});

let runs = 0;

it.each([
  ["plain", "plain"],
  ["kebab-case", "kebab__dash__case"],
  ["a.b/c", "a__dot__b__slash__c"],
  ["a__b", "a__underscores__b"],
  ["namespace", "__namespace__"],
  ["9lives", undefined],
  ["with blank", undefined],
])("CEL finds the field %s as %s", (field, name) => {
  expect(celName(field)).toBe(name);
  // What is known of a name is kept: each run asks about another one.
  const ending = `_${++runs}`;
  if (field !== "namespace") expect(celName(field + ending)).toBe(name && name + ending);
});
