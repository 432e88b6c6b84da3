import { describe, expect, it } from "vitest";
import { apiObject } from "../../../support/api-object.js";
import { fieldPath, serverLine } from "../../../../src/cluster/admission/validation/field-error.js";
import { normalise } from "../../../../src/cluster/admission/structural/normalise.js";
import { printed, schemaErrors } from "../../../../src/cluster/admission/structural/violations.js";
import { ruleErrors } from "../../../../src/cluster/admission/structural/rules.js";
import { unstructured } from "../../../../src/cluster/admission/structural/unstructured.js";
import { BARE_SCHEMA } from "../../../support/bare-schema.js";
import type { RuleText, Schema } from "../../../../src/cluster/admission/structural/schema.js";
import type { Value } from "../../../../src/source/manifest/value.js";

const schemaOf = (schema: Partial<Schema>): Schema => ({ type: "any", ...BARE_SCHEMA, ...schema });

/** An object whose field `a` has a schema. */
const around = (schema: Partial<Schema>): Schema =>
  schemaOf({ type: "object", hasRules: true, properties: new Map([["a", schemaOf(schema)]]) });

/** The server's lines about a value. */
function lines(schema: Partial<Schema>, value: string): string[] {
  const { node } = apiObject(`a: ${value}\n`);
  return schemaErrors(node.value, around(schema), node.origin).map(serverLine);
}

const invalid = (value: string, words: string): string[] => [
  `a: Invalid value: ${value}: a in body should ${words}`,
];
const mistyped = (type: string, actual: string): string[] => [
  `a: Invalid value: "${actual}": a in body must be of type ${type}: "${actual}"`,
];

describe("a value keeps to its schema, at each limit", () => {
  it.each<readonly [what: string, schema: Partial<Schema>, value: string, lines: readonly string[]]>([
    ["a minimum", { minimum: 2 }, "2", []],
    ["less", { minimum: 2 }, "1.5", invalid("1.5", "be greater than or equal to 2")],
    ["above a minimum", { minimum: 2, isAboveMinimum: true }, "2.5", []],
    ["at it", { minimum: 2, isAboveMinimum: true }, "2", invalid("2", "be greater than 2")],
    ["a maximum", { maximum: 2 }, "2", []],
    ["more", { maximum: 2 }, "3", invalid("3", "be less than or equal to 2")],
    ["below a maximum", { maximum: 2, isBelowMaximum: true }, "1", []],
    ["at it", { maximum: 2, isBelowMaximum: true }, "2", invalid("2", "be less than 2")],
    ["a multiple", { multipleOf: 3 }, "9", []],
    ["none", { multipleOf: 3 }, "10", invalid("10", "be a multiple of 3")],
    [
      "a number of 64 bits",
      { maximum: 2 },
      "9223372036854775807",
      invalid("9223372036854775807", "be less than or equal to 2"),
    ],
    ["so many characters", { minLength: 2 }, "é😀", []],
    ["fewer", { minLength: 2 }, "😀", invalid('"😀"', "be at least 2 chars long")],
    ["no more characters", { maxLength: 2 }, "😀😀", []],
    ["more", { maxLength: 2 }, "abc", ["a: Too long: may not be more than 2 bytes"]],
    ["a pattern", { pattern: { text: "^b", expression: /^b/ } }, "bc", []],
    ["none of it", { pattern: { text: "^b", expression: /^b/ } }, "cb", invalid('"cb"', "match '^b'")],
    [
      "a length before a pattern",
      { minLength: 3, pattern: { text: "^b", expression: /^b/ } },
      "c",
      invalid('"c"', "be at least 3 chars long"),
    ],
    ["a number has no length", { minLength: 3, pattern: { text: "^b", expression: /^b/ } }, "5", []],
    ["one of some", { enum: ["b", "1", "true"] }, "1", []],
    ["a text of them", { enum: ["b", "1", "true"] }, "b", []],
    ["none of them", { enum: ["b", "1"] }, "2", ['a: Unsupported value: 2: supported values: "b", "1"']],
    ["so many items", { minItems: 1 }, "[b]", []],
    ["fewer", { minItems: 1 }, "[]", invalid("0", "have at least 1 items")],
    ["no more items", { maxItems: 1 }, "[b]", []],
    ["more", { maxItems: 1 }, "[b, c]", ["a: Too many: 2: must have at most 1 item"]],
    ["more than several", { maxItems: 2 }, "[b, c, d]", ["a: Too many: 3: must have at most 2 items"]],
    ["so many fields", { minProperties: 1, values: schemaOf({}) }, "{ b: c }", []],
    ["fewer", { minProperties: 1 }, "{}", invalid("0", "have at least 1 properties")],
    ["no more fields", { maxProperties: 1 }, "{ b: c }", []],
    ["more", { maxProperties: 1 }, "{ b: c, d: e }", ["a: Too many: 2: must have at most 1 item"]],
    ["a field that is required", { required: ["b"] }, "{ b: c }", []],
    ["is missing", { required: ["b", "c"] }, "{ b: c }", ["a.c: Required value"]],
    ["items that differ", { isSet: true }, "[1, '1', b, { c: d }, [e]]", []],
    [
      "are the same",
      { isSet: true },
      "[{ c: d, e: f }, { e: f, c: d }]",
      ['a[1]: Duplicate value: {"c":"d","e":"f"}'],
    ],
    [
      "each once",
      { isSet: true },
      "[b, c, b, c, b]",
      ['a[2]: Duplicate value: "b"', 'a[3]: Duplicate value: "c"'],
    ],
    ["items of no set", {}, "[b, b]", []],
    [
      "items that differ in some fields",
      { keys: ["b", "c"] },
      "[{ b: 1, c: 2 }, { b: 1, c: 3 }, { b: 1 }, d]",
      [],
    ],
    [
      "are the same in those",
      { keys: ["b"] },
      "[{ b: 1, c: 2 }, { b: 1, c: 3 }]",
      ['a[1]: Duplicate value: {"b":1}'],
    ],
    [
      "fields before other values",
      { properties: new Map([["b", schemaOf({ minimum: 5 })]]), values: schemaOf({ minimum: 3 }) },
      "{ b: 4, c: 4, d: 2 }",
      [
        "a.b: Invalid value: 4: a.b in body should be greater than or equal to 5",
        "a.d: Invalid value: 2: a.d in body should be greater than or equal to 3",
      ],
    ],
    [
      "each item",
      { items: schemaOf({ minimum: 3 }) },
      "[4, 2]",
      ["a[1]: Invalid value: 2: a[1] in body should be greater than or equal to 3"],
    ],
  ])("%s", (_, schema, value, expected) => expect(lines(schema, value)).toEqual(expected));

  it.each<readonly [type: Schema["type"], value: string, lines: readonly string[]]>([
    ["any", "[b]", []],
    ["string", "b", []],
    ["string", "5", mistyped("string", "integer")],
    ["string", "true", mistyped("string", "boolean")],
    ["boolean", "true", []],
    ["integer", "5", []],
    ["integer", "5.0", []],
    ["integer", "1e20", mistyped("integer", "number")],
    ["integer", "5.5", mistyped("integer", "number")],
    ["integer", "'5'", mistyped("integer", "string")],
    ["number", "5.5", []],
    ["number", "5", []],
    ["number", "b", mistyped("number", "string")],
    ["integer,string", "b", []],
    ["integer,string", "5", []],
    ["integer,string", "5.5", mistyped("integer,string", "number")],
    ["integer,string", "[]", mistyped("integer,string", "array")],
    ["object", "[]", mistyped("object", "array")],
    ["array", "{}", mistyped("array", "object")],
    ["array", "null", mistyped("array", "null")],
  ])("of a type: %s %s", (type, value, expected) => expect(lines({ type }, value)).toEqual(expected));

  it("and a null is no value where one may be null", () => {
    expect(lines({ type: "string", isNullable: true, minLength: 3, enum: ["b"] }, "null")).toEqual([]);
    expect(lines({ type: "any", enum: ["b"] }, "null")).toEqual([]);
  });

  it.each<readonly [value: string, lines: readonly string[]]>([
    ["2147483647", []],
    ["-2147483648", []],
    [
      "2147483648",
      ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in a'],
    ],
    ["b", mistyped("integer", "string")],
    ["[]", mistyped("integer", "array")],
    ["true", ['a: Invalid value: "": a in body must be of type int32: ""']],
  ])("of 32 bits: %s", (value, expected) =>
    expect(lines({ type: "integer", isInt32: true }, value)).toEqual(expected),
  );
});

it.each<readonly [value: Value, text: string]>([
  ['a"b', '"a\\"b"'],
  [5, "5"],
  [1.5, "1.5"],
  [2n ** 63n - 1n, "9223372036854775807"],
  [2n ** 64n, "1.8446744073709552e+19"],
  [true, "true"],
  [null, "null"],
  [["a"], '["a"]'],
])("a value is shown as the server does: %s", (value, text) => expect(printed(value)).toBe(text));

describe("what the server keeps of a value", () => {
  function kept(
    schema: Partial<Schema>,
    value: string,
  ): { readonly value: unknown; readonly unknown: string[] } {
    const { node } = apiObject(`a: ${value}\n`);
    const unknown: { at: Parameters<typeof fieldPath>[1] }[] = [];
    const result = normalise(node.value, around(schema), node.origin, unknown as never) as { a?: unknown };
    return { value: result.a, unknown: unknown.map(({ at }) => fieldPath(node.origin, at)) };
  }

  it.each<
    readonly [
      what: string,
      schema: Partial<Schema>,
      value: string,
      kept: unknown,
      unknown?: readonly string[],
    ]
  >([
    ["a null that may be one", { isNullable: true, default: 1 }, "null", null],
    ["its default for one that may not", { default: 1 }, "null", 1],
    ["nothing where there is none", {}, "null", undefined],
    ["nulls in a list", { items: schemaOf({}) }, "[null, b]", [null, "b"]],
    ["their default", { items: schemaOf({ default: { c: null } }) }, "[null, b]", [{}, "b"], ["a[0].c"]],
    ["nulls that may be some", { items: schemaOf({ isNullable: true, default: "c" }) }, "[null]", [null]],
    [
      "unknown fields, where all are kept",
      { keepsUnknown: true },
      "{ b: [18446744073709551615, 1] }",
      { b: [18446744073709552000, 1] },
    ],
    ["no others", {}, "{ b: c, d: { e: f } }", {}, ["a.b", "a.d"]],
    [
      "defaults of fields that are missing, with their own",
      {
        properties: new Map([
          ["b", schemaOf({ properties: new Map([["c", schemaOf({})]]), defaults: new Map([["c", 2]]) })],
        ]),
        defaults: new Map<string, Value>([
          ["b", {}],
          ["x", 1],
        ]),
      },
      "{}",
      { b: { c: 2 } },
    ],
    ["values", { values: schemaOf({ default: 7 }) }, "{ b: null, c: 1 }", { b: 7, c: 1 }],
    ["whole numbers beyond 64 bits as floats", {}, "18446744073709551615", 18446744073709552000],
    ["and others as they are", {}, "9223372036854775807", 9223372036854775807n],
  ])("%s", (_, schema, value, expected, unknown) => {
    expect(kept(schema as Partial<Schema>, String(value))).toEqual({
      value: expected,
      unknown: unknown ?? [],
    });
  });

  it("the value itself, where all is kept and nothing changes", () => {
    const { node } = apiObject("a: b\nc: 1\n");
    expect(normalise(node.value, schemaOf({ keepsUnknown: true }), node.origin, [])).toBe(node.value);
  });

  it("without a schema, as JSON has it", () => {
    const value: Value = { a: [2n ** 64n, 5, "b"], c: { d: null } };
    expect(unstructured(value)).toEqual({ a: [2 ** 64, 5, "b"], c: { d: null } });
    expect(unstructured(2n ** 62n)).toBe(2n ** 62n);
  });
});

describe("a rule that is broken blames", () => {
  const rule: RuleText = { rule: "self.b > 1", message: "b is small" };

  function blamed(schema: Partial<Schema>, value: string, showsValues = true): string[] {
    const { node } = apiObject(`metadata: { name: x, labels: {} }\na: ${value}\n`);
    return ruleErrors(node.value, around(schema), node.origin, showsValues).map(serverLine);
  }

  const fields = new Map([["b", schemaOf({ type: "integer" })]]);
  const ruled = schemaOf({ type: "object", hasRules: true, properties: fields, rules: [rule] });

  it.each<readonly [what: string, schema: Partial<Schema>, value: string, lines: readonly string[]]>([
    ["nothing where it holds", ruled, "{ b: 2 }", []],
    ["the value", ruled, "{ b: 1 }", ["a: Invalid value: b is small"]],
    ["nothing of a null", ruled, "null", []],
    ["nothing where nothing below has one", { ...ruled, hasRules: false }, "{ b: 1 }", []],
    [
      "a field below",
      { ...ruled, rules: [{ ...rule, path: ["b"] }] },
      "{ b: 1 }",
      ["a.b: Invalid value: b is small"],
    ],
    [
      "a missing one",
      { ...ruled, rules: [{ ...rule, reason: "required" }] },
      "{ b: 1 }",
      ["a: Required value: b is small"],
    ],
    [
      "one that is forbidden",
      { ...ruled, rules: [{ ...rule, reason: "forbidden" }] },
      "{ b: 1 }",
      ["a: Forbidden: b is small"],
    ],
    [
      "one that is there twice",
      { ...ruled, rules: [{ ...rule, reason: "duplicate" }] },
      "{ b: 1 }",
      ['a: Duplicate value: {"b":1}'],
    ],
    [
      "what it cannot evaluate",
      ruled,
      "{}",
      ['a: Invalid value: "object": no such key: b evaluating rule: b is small'],
    ],
    [
      "an item",
      { type: "array", hasRules: true, items: ruled },
      "[{ b: 2 }, { b: 0 }]",
      ["a[1]: Invalid value: b is small"],
    ],
    [
      "a value",
      { type: "object", hasRules: true, values: ruled },
      "{ x: { b: 0 } }",
      ["a[x]: Invalid value: b is small"],
    ],
    [
      "a scalar, which is shown",
      { type: "integer", hasRules: true, rules: [{ rule: "self > 1", message: "small" }] },
      "1",
      ["a: Invalid value: 1: small"],
    ],
  ])("%s", (_, schema, value, expected) => expect(blamed(schema, value)).toEqual(expected));

  it("with its type, by older servers", () => {
    expect(blamed(ruled, "{ b: 1 }", false)).toEqual(['a: Invalid value: "object": b is small']);
  });

  it("the whole, of whose metadata it sees the names", () => {
    const seen: RuleText = {
      rule: "self.metadata.name == 'x' && !has(self.metadata.labels) && self.a == 1",
      message: "no",
    };
    const { node } = apiObject("metadata: { name: x, labels: {} }\na: 2\n");
    const schema = { ...around({ type: "integer" }), rules: [seen] };
    expect(ruleErrors(node.value, schema, node.origin, true).map(serverLine)).toEqual([
      "<nil>: Invalid value: no",
    ]);
    const held = apiObject("metadata: { name: x, labels: {} }\na: 1\n").node;
    expect(ruleErrors(held.value, schema, held.origin, true)).toEqual([]);
    const pointed = { ...schema, rules: [{ ...seen, path: ["spec", "a"] }] };
    expect(ruleErrors(node.value, pointed, node.origin, true).map(serverLine)).toEqual([
      "spec.a: Invalid value: no",
    ]);
  });
});
