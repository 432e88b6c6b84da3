import { apiObject } from "../../../support/api-object.js";
import { describe, expect, it } from "vitest";
import {
  ForeignChecks,
  type CheckResult,
} from "../../../../src/cluster/admission/structural/foreign-checks.js";
import { evaluateForeignCheck } from "../../../../src/cluster/admission/structural/evaluate-foreign-check.js";
import { foreignSchema } from "../../../../src/cluster/admission/structural/foreign-schema.js";
import { normalise } from "../../../../src/cluster/admission/structural/normalise.js";
import { fieldPath, serverLine } from "../../../../src/cluster/admission/validation/field-error.js";
import { ruleErrors } from "../../../../src/cluster/admission/structural/rules.js";
import { schemaErrors } from "../../../../src/cluster/admission/structural/violations.js";
import type { UnknownField } from "../../../../src/cluster/admission/go-json/decode.js";
import type { Value } from "../../../../src/source/manifest/value.js";

const OWN = { patterns: new Map(), rules: new Set<string>() };

interface Judged {
  readonly stored: Value;
  readonly lines: readonly string[];
  readonly unknown: readonly string[];
  readonly open: readonly string[];
}

/** What a schema of one property `a` says of a mapping. */
function judged(schema: string, text: string, results?: readonly CheckResult[]): Judged {
  const { node } = apiObject(text);
  const whole = foreignSchema(apiObject(`type: object\nproperties: { a: ${schema} }`).node.value, OWN);
  const unknown: UnknownField[] = [];
  const stored = normalise(node.value, whole, node.origin, unknown);
  const checks = new ForeignChecks(results);
  const lines = [
    ...schemaErrors(stored, whole, node.origin, checks),
    ...ruleErrors(stored, whole, node.origin, true, checks),
  ].map(serverLine);
  if (results === undefined && checks.asked.length > 0)
    return judged(schema, text, checks.asked.map(evaluateForeignCheck));
  return {
    stored,
    lines,
    unknown: unknown.map(({ at }) => fieldPath(node.origin, at)),
    open: checks.unevaluated.map(({ at, check }) => `${fieldPath(node.origin, at)}: ${check}`),
  };
}

describe("what the schemas of others say of a value", () => {
  it.each([
    ["type: boolean", "a: 1", ['a: Invalid value: "integer": a in body must be of type boolean: "integer"']],
    ["type: boolean", "a: true", []],
    ["type: number", "a: 1.5", []],
    ["type: number", "a: 2", []],
    ["type: number", "a: x", ['a: Invalid value: "string": a in body must be of type number: "string"']],
    ["type: string, nullable: true", "a: null", []],
    [
      "type: integer, minimum: 3, exclusiveMinimum: true",
      "a: 3",
      ["a: Invalid value: 3: a in body should be greater than 3"],
    ],
    [
      "type: integer, maximum: 3, exclusiveMaximum: true",
      "a: 3",
      ["a: Invalid value: 3: a in body should be less than 3"],
    ],
    ["type: integer, multipleOf: 5", "a: 7", ["a: Invalid value: 7: a in body should be a multiple of 5"]],
    ["type: integer, multipleOf: 5", "a: 15", []],
    [
      "type: string, minLength: 2",
      "a: 😀",
      ['a: Invalid value: "😀": a in body should be at least 2 chars long'],
    ],
    ["type: string, minLength: 2", "a: 😀😀", []],
    ["type: integer, enum: [1, 2]", "a: 3", ['a: Unsupported value: 3: supported values: "1", "2"']],
    ["type: integer, enum: [1, 2]", "a: 2", []],
    ["x-kubernetes-int-or-string: true, anyOf: [{ type: integer }, { type: string }]", "a: 3", []],
    ["x-kubernetes-int-or-string: true", "a: x", []],
    [
      "type: array, items: { type: object, properties: { key: { type: string }, v: { type: integer } } }, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [key]",
      "a: [{ key: x, v: 1 }, { key: z, v: 1 }, { key: x, v: 2 }]",
      ['a[2]: Duplicate value: {"key":"x"}'],
    ],
    [
      "type: string, pattern: '^[[:digit:]]$'",
      "a: x",
      ["a: Invalid value: \"x\": a in body should match '^[[:digit:]]$'"],
    ],
    ["type: string, format: password", "a: x", []],
    ["type: integer, format: int64", "a: 1", []],
  ])("{ %s } of %s", (schema, text, lines) => {
    expect(judged(`{ ${schema} }`, text)).toMatchObject({ lines, open: [], unknown: [] });
  });

  it.each([
    ["oneOf", "{ type: string, oneOf: [{ minLength: 3 }] }"],
    ["anyOf", "{ x-kubernetes-int-or-string: true, anyOf: [{ minimum: 3 }] }"],
    ["not", "{ type: string, not: { pattern: a } }"],
    ["format", "{ type: string, format: date-time }"],
    ["uniqueItems", "{ type: string, uniqueItems: true }"],
    ["$ref", "{ type: string, $ref: '#/x' }"],
    ["type", "{ type: text }"],
    ["minLength", "{ type: string, minLength: '3' }"],
    ["x-kubernetes-validations", "{ type: string, x-kubernetes-validations: [{ message: no rule }] }"],
    [
      "x-kubernetes-validations",
      "{ type: string, x-kubernetes-validations: [{ rule: 'true', optionalOldSelf: true }] }",
    ],
    ["additionalProperties", "{ type: string, additionalProperties: true }"],
    [
      "self.all(i, v, true)",
      "{ type: string, x-kubernetes-validations: [{ rule: 'self.all(i, v, true)' }] }",
    ],
    ["(?i)x", "{ type: string, pattern: '(?i)x' }"],
  ])("leaves %s open", (keyword, schema) => {
    expect(judged(schema, "a: x")).toMatchObject({ lines: [], open: [`a: ${keyword}`] });
    expect(judged(schema, "b: x").open).toEqual([]);
  });
});

describe("what is stored by the schemas of others", () => {
  it.each([
    ["drops what it does not know", "{ type: object }", "a: { b: 1 }", { a: {} }, ["a.b"]],
    [
      "keeps what it does not know where it says so",
      "{ type: object, x-kubernetes-preserve-unknown-fields: true, properties: { c: { type: object } } }",
      "a: { b: [{ d: null }], c: { e: 1 } }",
      { a: { b: [{ d: null }], c: {} } },
      ["a.c.e"],
    ],
    ["keeps nulls that may be", "{ type: string, nullable: true, default: x }", "a: null", { a: null }, []],
    ["fills in nulls that may not be", "{ type: string, default: x }", "a: null", { a: "x" }, []],
    [
      "fills in defaults below defaults",
      "{ type: object, default: {}, properties: { b: { type: string, default: x } } }",
      "c: 1",
      { a: { b: "x" } },
      ["c"],
    ],
    [
      "fills in null items and entries",
      "{ type: array, items: { type: object, additionalProperties: { type: string, default: x }, default: { k: v } } }",
      "a: [null, { l: null }]",
      { a: [{ k: "v" }, { l: "x" }] },
      [],
    ],
  ])("%s", (_, schema, text, stored, unknown) => {
    expect(judged(schema, text)).toMatchObject({ stored, unknown });
  });
});

describe("rules of others", () => {
  const rule = (keywords: string): string =>
    `{ type: object, properties: { b: { type: integer }, c: { type: number }, d: { x-kubernetes-int-or-string: true } }, x-kubernetes-validations: [{ ${keywords} }] }`;

  it.each([
    ["rule: self.b > 3", "a: { b: 3 }", ["a: Invalid value: failed rule: self.b > 3"]],
    ["rule: 'self.b > 3', message: ' too few '", "a: { b: 3 }", ["a: Invalid value: too few"]],
    ["rule: 'self.b > 3', message: bad, reason: FieldValueForbidden", "a: { b: 3 }", ["a: Forbidden: bad"]],
    [
      "rule: 'self.b > 3', message: bad, reason: FieldValueRequired",
      "a: { b: 3 }",
      ["a: Required value: bad"],
    ],
    ["rule: 'self.b > 3', message: bad, fieldPath: .b", "a: { b: 3 }", ["a.b: Invalid value: bad"]],
    [
      "rule: 'self.b > 3', message: bad, messageExpression: \"'over ' + string(self.b)\"",
      "a: { b: 3 }",
      ["a: Invalid value: over 3"],
    ],
    ["rule: 'self.b > 3', message: bad, messageExpression: self.x", "a: { b: 3 }", ["a: Invalid value: bad"]],
    ["rule: self.b > 3", "a: { b: 4 }", []],
    ["rule: 'self.b % 2 == 0 && self.c > 1.5'", "a: { b: 4, c: 2 }", []],
    ["rule: 'type(self.d) == int || self.d.startsWith(\"x\")'", "a: { d: 4 }", []],
    ["rule: 'type(self.d) == int || self.d.startsWith(\"x\")'", "a: { d: xy }", []],
    ["rule: 'self.b == oldSelf.b'", "a: { b: 4 }", []],
    ["rule: '!has(self.?b.value) || true'", "a: { }", []],
    [
      "rule: '1 / self.b == 1', message: bad",
      "a: { b: 0 }",
      ['a: Invalid value: "object": division by zero evaluating rule: bad'],
    ],
  ])("{ %s } of %s", (keywords, text, lines) => {
    const { open, ...rest } = judged(rule(keywords), text);
    expect({ lines: rest.lines, open }).toEqual({ lines, open: [] });
  });
});
