import { emptyMapping, type Value } from "./value.js";
import { MAX_DEPTH } from "./limits.js";
import { oncePer } from "../../base/collections/once-per.js";
import type { Keep } from "./composed.js";

/**
 * Copies the parts of parsed JSON that are kept into mappings that inherit nothing; lists pass through. What is no
 * mapping where parts of one are kept has none of them.
 * @param levels how deep it may nest
 * @returns undefined where nothing is left
 * @throws {RangeError} where it nests deeper
 */
export function project(value: unknown, keep: true | Keep, levels = MAX_DEPTH): Value | undefined {
  return keep === true ? copied(value, levels) : partsOf(value, keep, levels);
}

function copied(value: unknown, levels: number): Value {
  if (!isObject(value)) return value as Value;
  if (levels === 0) throw new RangeError(`a value nests deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return value.map((item) => copied(item, levels - 1));
  const result = emptyMapping();
  for (const key of Object.keys(value)) result[key] = copied(value[key], levels - 1);
  return result;
}

function partsOf(value: unknown, keep: Keep, levels: number): Value | undefined {
  if (!isObject(value)) return undefined;
  if (levels === 0) throw new RangeError(`a value nests deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return listOf(value, keep, levels);
  const result = emptyMapping();
  for (const key of keysOf(keep)) {
    // What is kept has no name that parsed JSON inherits.
    const written = value[key];
    const part = written === undefined ? undefined : project(written, keep[key] ?? true, levels - 1);
    // No annotation that is kept is no annotation: nothing shows what was left out.
    if (part !== undefined && !(key === "annotations" && isEmpty(part))) result[key] = part;
  }
  return result;
}

function isEmpty(value: Value): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function listOf(value: readonly unknown[], keep: Keep, levels: number): Value[] {
  const list: Value[] = [];
  for (const item of value) {
    const part = partsOf(item, keep, levels - 1);
    if (part !== undefined) list.push(part);
  }
  return list;
}

/** Listed once: a cluster has many objects of a few kinds. */
const keysOf = oncePer((keep: Keep): readonly string[] => Object.keys(keep));

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
