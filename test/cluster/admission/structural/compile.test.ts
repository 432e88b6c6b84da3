import { describe, expect, it } from "vitest";
import { BARE_SCHEMA } from "../../../support/bare-schema.js";
import { SchemaCompiler } from "../../../../src/cluster/admission/structural/compile.js";
import type { Schema } from "../../../../src/cluster/admission/structural/schema.js";

/** A schema that stands in a file. */
function compiled(file: object, more: Readonly<Record<string, object>> = {}, withProposals = false): Schema {
  const files = new Map(Object.entries({ "a.json": file, ...more })) as ConstructorParameters<
    typeof SchemaCompiler
  >[0];
  return new SchemaCompiler(files, { withProposals }).compile("a.json");
}

describe("a schema of a released definition", () => {
  it.each<readonly [what: string, written: object, schema: object]>([
    ["has a type", { type: "boolean" }, { type: "boolean" }],
    ["may be of 32 bits", { type: "integer", format: "int32" }, { type: "integer", isInt32: true }],
    ["or of another format", { type: "integer", format: "int64" }, { type: "integer" }],
    [
      "has limits",
      {
        type: "string",
        maxLength: 3,
        enum: ["a", "b"],
        default: "a",
        minimum: 1,
        maximum: 2,
        minItems: 4,
        maxItems: 5,
        minProperties: 6,
        maxProperties: 7,
      },
      {
        type: "string",
        maxLength: 3,
        enum: ["a", "b"],
        default: "a",
        minimum: 1,
        maximum: 2,
        minItems: 4,
        maxItems: 5,
        minProperties: 6,
        maxProperties: 7,
      },
    ],
    [
      "has a pattern",
      { type: "string", pattern: "^a$" },
      { type: "string", pattern: { text: "^a$", expression: /^a$/ } },
    ],
    [
      "has fields, and what they are where they are missing",
      {
        type: "object",
        required: ["b"],
        properties: { a: { type: "string", default: "x" }, b: { type: "number" } },
      },
      {
        type: "object",
        required: ["b"],
        properties: new Map([
          ["a", { ...BARE_SCHEMA, type: "string", default: "x" }],
          ["b", { ...BARE_SCHEMA, type: "number" }],
        ]),
        defaults: new Map([["a", "x"]]),
      },
    ],
    [
      "has values",
      { type: "object", additionalProperties: { type: "string" } },
      { type: "object", values: { ...BARE_SCHEMA, type: "string" } },
    ],
    ["or no others than its fields", { type: "object", additionalProperties: false }, { type: "object" }],
    [
      "has items",
      { type: "array", items: { type: "string" } },
      { type: "array", items: { ...BARE_SCHEMA, type: "string" } },
    ],
    [
      "whose items differ",
      { type: "array", "x-kubernetes-list-type": "set" },
      { type: "array", isSet: true },
    ],
    ["or need not", { type: "array", "x-kubernetes-list-type": "atomic" }, { type: "array" }],
  ])("%s", (_, written, schema) => expect(compiled(written)).toEqual({ ...BARE_SCHEMA, ...schema }));

  it("may stand elsewhere, in its file or in another one, and is made once", () => {
    const schema = compiled(
      {
        type: "object",
        properties: {
          a: { $ref: "#/$defs/x" },
          b: { $ref: "b.json#/y" },
          c: { $ref: "b.json" },
          d: { $ref: "#/$defs/x" },
        },
        $defs: { x: { type: "string" } },
      },
      { "b.json": { type: "object", y: { type: "array", items: { $ref: "#/z" } }, z: { type: "integer" } } },
    );
    const types = [...schema.properties].map(([key, { type }]) => `${key} ${type}`);
    expect(types).toEqual(["a string", "b array", "c object", "d string"]);
    expect(schema.properties.get("b")?.items?.type).toBe("integer");
    expect(schema.properties.get("d")).toBe(schema.properties.get("a"));
  });

  it.each<readonly [what: string, file: object]>([
    ["a definition", { type: "object", properties: { a: { $ref: "#/$defs/x" } } }],
    ["a file", { type: "object", properties: { a: { $ref: "c.json#/x" } } }],
    ["a type", { properties: {} }],
  ])("is a mistake without %s", (_, file) => expect(() => compiled(file)).toThrow("invariant: "));

  const rule = { rule: "self.a", message: "b" };
  const proposed = { rule: "self.c", message: "d", proposal: "npep-1" };

  it("has rules, and those of a proposal only with it", () => {
    const file = { type: "object", "x-kubernetes-validations": [rule, proposed] };
    expect(compiled(file)).toMatchObject({ rules: [rule], hasRules: true });
    expect(compiled(file, {}, true)).toMatchObject({ rules: [rule, proposed], hasRules: true });
    expect(compiled({ type: "object", "x-kubernetes-validations": [proposed] }).hasRules).toBe(false);
  });

  it.each<readonly [where: string, file: object]>([
    [
      "a field",
      {
        type: "object",
        properties: { x: { type: "string" }, y: { type: "string", "x-kubernetes-validations": [rule] } },
      },
    ],
    [
      "values",
      { type: "object", additionalProperties: { type: "string", "x-kubernetes-validations": [rule] } },
    ],
    [
      "items",
      {
        type: "array",
        items: { type: "array", items: { type: "string", "x-kubernetes-validations": [rule] } },
      },
    ],
  ])("has some below in %s", (_, file) =>
    expect(compiled(file)).toMatchObject({ rules: [], hasRules: true }),
  );
});
