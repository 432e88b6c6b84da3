import { child, type Origin } from "../../manifest/origin.js";
import { floatText, integerOf } from "../go-json/number.js";
import { isList, isMapping, type Mapping, type Value } from "../../manifest/value.js";
import { marshal } from "../go-json/marshal.js";
import { quote } from "../go-json/quote.js";
import type { FieldError } from "../validation/field-error.js";
import type { Schema } from "./schema.js";

/** An error of a schema: the server's, with the schema and the value that it is about. */
export type SchemaError = Omit<FieldError, "finding"> & {
  readonly schema: Schema;
  readonly actual: Value;
  /** The item that a repeated one repeats. */
  readonly repeats?: Origin;
};

/** Everything in which a value breaks its schema (V-CR-1…11, V-CR-15), but for CEL. The server reports all of it, in any order. */
export function schemaErrors(value: Value, schema: Schema, at: Origin): SchemaError[] {
  const errors: SchemaError[] = [];
  validate(value, schema, at, "", errors);
  return errors;
}

function validate(value: Value, schema: Schema, at: Origin, path: string, errors: SchemaError[]): void {
  const report = (error: Pick<FieldError, "type" | "value" | "detail"> & { field?: string }): void => {
    errors.push({ at, field: path, ...error, schema, actual: value });
  };
  const mistyped = wrongType(value, schema);
  if (mistyped !== undefined) {
    const detail = `${path} in body must be of type ${mistyped.expected}: ${quote(mistyped.actual)}`;
    report({ type: "type", value: quote(mistyped.actual), detail });
  }
  if (value === null) return;
  // A value of the wrong type is held to what can be asked of its own type all the same.
  if (typeof value === "string") validateText(value, schema, path, report);
  else if (typeof value === "number" || typeof value === "bigint")
    validateNumber(value, schema, path, report);
  if (schema.enum !== undefined && !(typeof value === "string" && schema.enum.includes(value))) {
    const detail = `supported values: ${schema.enum.map(quote).join(", ")}`;
    report({ type: "unsupported", value: printed(value), detail });
  }
  if (isList(value)) validateList(value, schema, at, path, errors, report);
  else if (isMapping(value)) validateMapping(value, schema, at, path, errors, report);
}

type Report = (error: Pick<FieldError, "type" | "value" | "detail"> & { field?: string }) => void;

const TYPE_NAMES = { boolean: "boolean", string: "string", object: "object" } as const;

/** The type that is asked for and the one that is met, as the server names them; undefined where they agree. */
function wrongType(
  value: Value,
  { type, isInt32 }: Schema,
): { expected: string; actual: string } | undefined {
  const actual = typeOf(value);
  if (actual === type) return undefined;
  if (value === null) return { expected: type, actual };
  if (type !== "integer") return { expected: type, actual };
  // A whole float is an integer as long as a float tells it from its neighbours.
  if (typeof value === "number" && Number.isSafeInteger(value)) return undefined;
  const isByFormat = isInt32 && typeof value !== "string" && !isList(value);
  // The server then names the formats, of which only numbers have one.
  return isByFormat
    ? { expected: "int32", actual: actual === "number" ? "float64" : "" }
    : { expected: type, actual };
}

function typeOf(value: Value): string {
  if (value === null) return "null";
  if (isList(value)) return "array";
  if (typeof value === "number" || typeof value === "bigint")
    return integerOf(value, 64) === undefined ? "number" : "integer";
  return TYPE_NAMES[typeof value as keyof typeof TYPE_NAMES];
}

function validateText(text: string, { maxLength, pattern }: Schema, path: string, report: Report): void {
  // Too long a text is not held against the pattern.
  if (maxLength !== undefined && text.length > maxLength && Array.from(text).length > maxLength) {
    report({ type: "too-long", detail: `may not be more than ${maxLength} bytes` });
  } else if (pattern !== undefined && !pattern.expression.test(text)) {
    report({ type: "invalid", value: quote(text), detail: `${path} in body should match '${pattern.text}'` });
  }
}

function validateNumber(number: number | bigint, schema: Schema, path: string, report: Report): void {
  const { minimum, maximum } = schema;
  if (schema.isInt32 && integerOf(number, 32) === undefined) {
    const detail = `Checked value must be of type integer with format int32 in ${path}`;
    report({ field: "<nil>", type: "invalid", value: '""', detail });
  }
  const value = printed(number);
  if (maximum !== undefined && number > maximum) {
    report({ type: "invalid", value, detail: `${path} in body should be less than or equal to ${maximum}` });
  }
  if (minimum !== undefined && number < minimum) {
    report({
      type: "invalid",
      value,
      detail: `${path} in body should be greater than or equal to ${minimum}`,
    });
  }
}

function validateList(
  list: readonly Value[],
  schema: Schema,
  at: Origin,
  path: string,
  errors: SchemaError[],
  report: Report,
): void {
  const { items, minItems, maxItems } = schema;
  if (items !== undefined)
    list.forEach((item, i) => validate(item, items, child(at, i), `${path}[${i}]`, errors));
  if (minItems !== undefined && list.length < minItems) {
    report({
      type: "invalid",
      value: `${list.length}`,
      detail: `${path} in body should have at least ${minItems} items`,
    });
  }
  if (maxItems !== undefined && list.length > maxItems) report(tooMany(list.length, maxItems));
  if (schema.isSet) reportRepeats(list, schema, at, path, errors);
}

/** The second of each repeated item; a third one is not reported again. */
function reportRepeats(
  list: readonly Value[],
  schema: Schema,
  at: Origin,
  path: string,
  errors: SchemaError[],
): void {
  const places = new Map<string, number[]>();
  for (const [i, item] of list.entries()) {
    const text = typeof item === "string" ? `"${item}` : marshal(item);
    const earlier = places.get(text);
    if (earlier === undefined) places.set(text, [i]);
    else earlier.push(i);
    if (earlier?.length !== 2) continue;
    const repeats = child(at, earlier[0] ?? 0);
    const field = `${path}[${i}]`;
    errors.push({
      at: child(at, i),
      field,
      type: "duplicate",
      value: printed(item),
      schema,
      actual: item,
      repeats,
    });
  }
}

function validateMapping(
  map: Mapping,
  schema: Schema,
  at: Origin,
  path: string,
  errors: SchemaError[],
  report: Report,
): void {
  const { minProperties, maxProperties } = schema;
  const dot = path === "" ? "" : `${path}.`;
  const keys = Object.keys(map);
  for (const key of keys) {
    const below = schema.properties.get(key) ?? schema.values;
    if (below !== undefined) validate(map[key] as Value, below, child(at, key), dot + key, errors);
  }
  for (const key of schema.required) {
    if (map[key] !== undefined) continue;
    errors.push({ at: child(at, key), field: dot + key, type: "required", schema, actual: map });
  }
  if (minProperties !== undefined && keys.length < minProperties) {
    const detail = `${path} in body should have at least ${minProperties} properties`;
    report({ type: "invalid", value: `${keys.length}`, detail });
  }
  if (maxProperties !== undefined && keys.length > maxProperties) report(tooMany(keys.length, maxProperties));
}

function tooMany(count: number, limit: number): Pick<FieldError, "type" | "value" | "detail"> {
  return {
    type: "too-many",
    value: `${count}`,
    detail: `must have at most ${limit} ${limit === 1 ? "item" : "items"}`,
  };
}

/** A value as the server prints it in an error: texts in Go's quotation marks, floats in Go's way, the rest as JSON. */
export function printed(value: Value): string {
  if (typeof value === "string") return quote(value);
  if (typeof value !== "number" && typeof value !== "bigint") return marshal(value);
  const integer = integerOf(value, 64);
  return integer === undefined ? floatText(Number(value)) : String(integer);
}
