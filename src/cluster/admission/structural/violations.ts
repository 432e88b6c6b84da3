import { child, type Origin } from "../../../source/manifest/origin.js";
import { floatText, integerOf } from "../go-json/number.js";
import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import { marshal } from "../go-json/marshal.js";
import { quote } from "../go-json/quote.js";
import { ForeignChecks } from "./foreign-checks.js";
import type { ServerError } from "../validation/field-error.js";
import type { Pattern, Schema } from "./schema.js";

/** An error of a schema: the server's, with the schema and the value that it is about. */
export interface SchemaError extends ServerError {
  readonly schema: Schema;
  readonly actual: Value;
  /** The item that a repeated one repeats. */
  readonly repeats?: Origin;
}

/**
 * Everything in which a value breaks its schema (V-CR-1…11, V-CR-15), but for CEL. The server reports all of it, in any
 * order.
 */
export function schemaErrors(
  value: Value,
  schema: Schema,
  at: Origin,
  checks = new ForeignChecks(),
): SchemaError[] {
  const errors: SchemaError[] = [];
  validate({ actual: value, schema, at, field: "" }, { errors, checks });
  return errors;
}

/** A value with its schema, and where it stands. */
type ValueWithSchema = Pick<SchemaError, "actual" | "schema" | "at" | "field">;

/** What a walk finds. */
interface SchemaFindings {
  readonly errors: SchemaError[];
  readonly checks: ForeignChecks;
}

function validate(place: ValueWithSchema, walk: SchemaFindings): void {
  const { actual, schema, field } = place;
  const { errors } = walk;
  const mistyped = wrongType(actual, schema);
  if (mistyped !== undefined) {
    const detail = `${field} in body must be of type ${mistyped.expected}: ${quote(mistyped.actual)}`;
    errors.push({ ...place, type: "type", value: quote(mistyped.actual), detail });
  }
  if (actual === null) return;
  for (const keyword of schema.unevaluated) walk.checks.leaveOut(keyword, place.at);
  // A value of the wrong type is held to what can be asked of its own type all the same.
  if (typeof actual === "string") validateText(place, actual, walk);
  else if (typeof actual === "number" || typeof actual === "bigint") validateNumber(place, actual, errors);
  if (
    schema.enum !== undefined &&
    !schema.enum.includes(typeof actual === "string" ? actual : marshal(actual))
  ) {
    const detail = `supported values: ${schema.enum.map(quote).join(", ")}`;
    errors.push({ ...place, type: "unsupported", value: printed(actual), detail });
  }
  if (isList(actual)) validateList(place, actual, walk);
  else if (isMapping(actual)) validateMapping(place, actual, walk);
}

const TYPE_NAMES = { boolean: "boolean", string: "string", object: "object" } as const;

/** The type that is asked for and the one that is met, as the server names them; undefined where they agree. */
export function wrongType(
  value: Value,
  { type, isInt32, isNullable }: Schema,
): { expected: string; actual: string } | undefined {
  const actual = typeOf(value);
  if (actual === type || type === "any") return undefined;
  if (value === null) return isNullable ? undefined : { expected: type, actual };
  if (type === "integer,string" && actual === "string") return undefined;
  if (type === "number" && actual === "integer") return undefined;
  if (type !== "integer" && type !== "integer,string") return { expected: type, actual };
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

/** A request of more than 3 MiB is refused as such, and JavaScript's expressions give up on texts not much longer. */
const LONGEST_TEXT = 3 * 2 ** 20;

function validateText(place: ValueWithSchema, text: string, { errors, checks }: SchemaFindings): void {
  const { minLength, maxLength, pattern } = place.schema;
  // Too long or too short a text is not held against the pattern.
  if (maxLength !== undefined && text.length > maxLength && Array.from(text).length > maxLength) {
    errors.push({ ...place, type: "too-long", detail: `may not be more than ${maxLength} bytes` });
  } else if (minLength !== undefined && Array.from(text.slice(0, 2 * minLength)).length < minLength) {
    const detail = `${place.field} in body should be at least ${minLength} chars long`;
    errors.push({ ...place, type: "invalid", value: quote(text), detail });
  } else if (
    pattern !== undefined &&
    (text.length > LONGEST_TEXT || !matches(text, pattern, place, checks))
  ) {
    const detail = `${place.field} in body should match '${pattern.text}'`;
    errors.push({ ...place, type: "invalid", value: quote(text), detail });
  }
}

/** True as well where that was not evaluated. */
function matches(text: string, pattern: Pattern, { at }: ValueWithSchema, checks: ForeignChecks): boolean {
  if (pattern.expression !== undefined) return pattern.expression.test(text);
  const result = checks.ask({ type: "pattern", pattern: pattern.text, text }, at);
  return result === undefined || ("holds" in result && result.holds);
}

function validateNumber(place: ValueWithSchema, number: number | bigint, errors: SchemaError[]): void {
  const { field, schema } = place;
  const { minimum, maximum, isAboveMinimum, isBelowMaximum, multipleOf, isInt32 } = schema;
  if (isInt32 && integerOf(number, 32) === undefined) {
    const detail = `Checked value must be of type integer with format int32 in ${field}`;
    errors.push({ ...place, field: "<nil>", type: "invalid", value: '""', detail });
  }
  const invalid = (words: string): void => {
    const detail = `${field} in body should be ${words}`;
    errors.push({ ...place, type: "invalid", value: printed(number), detail });
  };
  if (maximum !== undefined && (number > maximum || (isBelowMaximum === true && number === maximum)))
    invalid(`less than ${isBelowMaximum === true ? "" : "or equal to "}${maximum}`);
  if (minimum !== undefined && (number < minimum || (isAboveMinimum === true && number === minimum)))
    invalid(`greater than ${isAboveMinimum === true ? "" : "or equal to "}${minimum}`);
  if (multipleOf !== undefined && !Number.isInteger(Number(number) / multipleOf))
    invalid(`a multiple of ${multipleOf}`);
}

function validateList(place: ValueWithSchema, list: readonly Value[], walk: SchemaFindings): void {
  const { schema, at, field } = place;
  const { items, minItems, maxItems } = schema;
  const { errors } = walk;
  if (items !== undefined) {
    for (const [i, actual] of list.entries()) {
      validate({ actual, schema: items, at: child(at, i), field: `${field}[${i}]` }, walk);
    }
  }
  if (minItems !== undefined && list.length < minItems) {
    const detail = `${field} in body should have at least ${minItems} items`;
    errors.push({ ...place, type: "invalid", value: `${list.length}`, detail });
  }
  if (maxItems !== undefined && list.length > maxItems) errors.push(tooMany(place, list.length, maxItems));
  if (schema.isSet) for (const each of repeats(place, list)) errors.push(each);
  if (schema.keys.length > 0) {
    const keys = list.map((item) => keysOf(item, schema.keys));
    for (const each of repeats(place, keys)) errors.push(each);
  }
}

/** What tells an item of a list that is a map from the others. */
function keysOf(item: Value, names: readonly string[]): Value {
  const keys = emptyMapping();
  for (const name of names) if (isMapping(item) && item[name] !== undefined) keys[name] = item[name];
  return keys;
}

/** The second of each repeated item; a third one is not reported again. */
function repeats({ schema, at, field }: ValueWithSchema, list: readonly Value[]): SchemaError[] {
  const errors: SchemaError[] = [];
  const places = new Map<string, number[]>();
  for (const [i, actual] of list.entries()) {
    const text = typeof actual === "string" ? `"${actual}` : marshal(actual);
    const known = places.get(text) ?? [];
    if (known.length === 0) places.set(text, known);
    known.push(i);
    if (known.length !== 2) continue;
    const first = child(at, known[0] ?? 0);
    const place = { actual, schema, at: child(at, i), field: `${field}[${i}]` };
    errors.push({ ...place, type: "duplicate", value: printed(actual), repeats: first });
  }
  return errors;
}

function validateMapping(place: ValueWithSchema, map: Mapping, walk: SchemaFindings): void {
  const { schema, at, field } = place;
  const { errors } = walk;
  const { properties, values, required, minProperties, maxProperties } = schema;
  const dot = field === "" ? "" : `${field}.`;
  const keys = Object.keys(map);
  for (const key of keys) {
    const below = properties.get(key) ?? values;
    const actual = map[key] as Value;
    if (below !== undefined) validate({ actual, schema: below, at: child(at, key), field: dot + key }, walk);
  }
  for (const key of required) {
    if (map[key] === undefined)
      errors.push({ ...place, at: child(at, key), field: dot + key, type: "required" });
  }
  if (minProperties !== undefined && keys.length < minProperties) {
    const detail = `${field} in body should have at least ${minProperties} properties`;
    errors.push({ ...place, type: "invalid", value: `${keys.length}`, detail });
  }
  if (maxProperties !== undefined && keys.length > maxProperties) {
    errors.push(tooMany(place, keys.length, maxProperties));
  }
}

function tooMany(place: ValueWithSchema, count: number, limit: number): SchemaError {
  const detail = `must have at most ${limit} ${limit === 1 ? "item" : "items"}`;
  return { ...place, type: "too-many", value: `${count}`, detail };
}

/** A value as the server prints it in an error: texts in Go's quotation marks, floats in Go's way, the rest as JSON. */
export function printed(value: Value): string {
  if (typeof value === "string") return quote(value);
  if (typeof value !== "number" && typeof value !== "bigint") return marshal(value);
  const integer = integerOf(value, 64);
  return integer === undefined ? floatText(Number(value)) : String(integer);
}
