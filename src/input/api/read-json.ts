import { wrongAnswer } from "./cluster-error.js";

/** An object as JSON.parse makes it. */
export type ParsedObject = Record<string, unknown>;

/** Text of this many UTF-16 units cannot hold more values than memory does. */
const SMALL = 20_000_000;

/** How many values a page has at most: 500 objects as large as a server stores them have fewer. */
const MOST_VALUES = 8_000_000;

/** Parses what a server sent as an object. @throws {AnswerError} where it is none */
export function readJson(body: string, path: string): ParsedObject {
  if (body.length > SMALL && hasTooManyValues(body)) throw wrongAnswer(path, "more values than any page has");
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // Told below: a proxy's page, or a text that is not whole.
  }
  if (isObject(value)) return value;
  throw wrongAnswer(path, body === "" ? "nothing" : "something that is no JSON object");
}

/** True for text whose values would take many times the memory that it takes: each may be written in two bytes. */
function hasTooManyValues(body: string): boolean {
  let count = 0;
  for (let i = 0; i < body.length; i++) {
    const unit = body.charCodeAt(i);
    if (unit === COMMA || unit === BRACKET || unit === BRACE) count++;
  }
  return count > MOST_VALUES;
}

const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** The value of a field that has to hold a text. @throws {AnswerError} where it does not */
export function requiredText(value: ParsedObject, key: string, path: string): string {
  const text = value[key];
  if (typeof text === "string" && text !== "") return text;
  throw wrongAnswer(path, `something without a ${key}`);
}

/** The objects of a field that has to hold a list of them. @throws {AnswerError} where it does not */
export function objectsOf(value: ParsedObject, key: string, path: string): readonly ParsedObject[] {
  const list = value[key];
  if (Array.isArray(list) && list.every(isObject)) return list;
  throw wrongAnswer(path, `something without a list of ${key}`);
}

/** @throws {AnswerError} for an object of another kind */
export function failForOtherKind(value: ParsedObject, kind: string, path: string): void {
  if (value["kind"] !== kind) throw wrongAnswer(path, `something that is no ${kind}`);
}

/** True for a JSON object, and neither null nor a list. */
export function isObject(value: unknown): value is ParsedObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
