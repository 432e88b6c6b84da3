import { ClusterError } from "./cluster-error.js";

/** An object as JSON.parse makes it. */
export type ParsedObject = Record<string, unknown>;

/** Parses what a server sent as an object. @throws {ClusterError} where it is none */
export function readJson(body: string, path: string): ParsedObject {
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {
    // Told below: a proxy's page, or a text that is not whole.
  }
  throw new ClusterError(
    "no-answer",
    `the cluster answered GET ${path} with something that is no JSON object`,
  );
}

export function isObject(value: unknown): value is ParsedObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a field that holds a list of them. */
export function objectsIn(value: ParsedObject, key: string): readonly ParsedObject[] {
  const list = value[key];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** A field that holds a text; empty where it is missing. */
export function textIn(value: ParsedObject, key: string): string {
  const text = value[key];
  return typeof text === "string" ? text : "";
}
