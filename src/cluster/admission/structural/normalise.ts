import { child, keyOf, type Origin } from "../../../source/manifest/origin.js";
import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import { scalar, unstructured } from "./unstructured.js";
import type { Schema } from "./schema.js";
import type { UnknownField } from "../go-json/decode.js";

/**
 * What the server keeps of a custom resource before it validates it: fields that the schema does not have are dropped
 * (and noted), nulls are dropped or replaced by a default, missing defaults are filled in. Nulls in lists stay.
 *
 * @param schema undefined below a place for which there is no schema: everything with a name is unknown there
 * @returns the value itself where nothing changes
 */
export function normalise(
  value: Value,
  schema: Schema | undefined,
  at: Origin,
  unknown: UnknownField[],
): Value {
  if (isMapping(value)) return normaliseMapping(value, schema, at, unknown);
  return isList(value) ? normaliseList(value, schema, at, unknown) : scalar(value);
}

function normaliseList(
  list: readonly Value[],
  schema: Schema | undefined,
  at: Origin,
  unknown: UnknownField[],
): readonly Value[] {
  let changed: Value[] | undefined;
  for (const [i, item] of list.entries()) {
    const filled = item === null ? defaultOf(schema?.items) : undefined;
    const kept = isScalar(filled ?? item)
      ? scalar(filled ?? item)
      : normalise(filled ?? item, schema?.items, child(at, i), unknown);
    if (kept === item) continue;
    changed ??= [...list];
    changed[i] = kept;
  }
  return changed ?? list;
}

function normaliseMapping(
  map: Mapping,
  schema: Schema | undefined,
  at: Origin,
  unknown: UnknownField[],
): Mapping {
  let changes: Map<string, Value | undefined> | undefined;
  for (const key of Object.keys(map)) {
    const value = map[key] as Value;
    const below = schema?.properties.get(key) ?? schema?.values;
    if (below === undefined && schema?.keepsUnknown === true) {
      const held = unstructured(value);
      if (held !== value) (changes ??= new Map()).set(key, held);
      continue;
    }
    if (below === undefined) unknown.push(unknownField(key, map, schema, at));
    const kept = below === undefined ? undefined : keep(value, below, at, key, unknown);
    if (kept !== value) (changes ??= new Map()).set(key, kept);
  }
  for (const [key, filled] of schema?.defaults ?? []) {
    const below = schema?.properties.get(key);
    if (map[key] === undefined && below !== undefined)
      (changes ??= new Map()).set(key, keep(filled, below, at, key, unknown));
  }
  return changes === undefined ? map : changedMapping(map, changes);
}

/** A field's value as it is kept; undefined where it is dropped. */
function keep(
  written: Value,
  schema: Schema,
  at: Origin,
  key: string,
  unknown: UnknownField[],
): Value | undefined {
  const value = written === null && !schema.isNullable ? schema.default : written;
  if (value === undefined) return undefined;
  return isScalar(value) ? scalar(value) : normalise(value, schema, child(at, key), unknown);
}

/** What stands for a null. */
function defaultOf(schema: Schema | undefined): Value | undefined {
  return schema === undefined || schema.isNullable ? undefined : schema.default;
}

function isScalar(value: Value): boolean {
  return typeof value !== "object" || value === null;
}

function changedMapping(map: Mapping, changes: ReadonlyMap<string, Value | undefined>): Mapping {
  const changed = emptyMapping();
  for (const key of Object.keys(map)) if (!changes.has(key)) changed[key] = map[key] as Value;
  for (const [key, value] of changes) if (value !== undefined) changed[key] = value;
  return changed;
}

function unknownField(key: string, parent: Mapping, schema: Schema | undefined, at: Origin): UnknownField {
  const below = (each: Schema): readonly string[] => [...(each.items ?? each).properties.keys()];
  const properties = [...(schema?.properties ?? [])];
  const known = new Map(properties.map(([name, each]) => [name, below(each)] as const));
  const lists = new Set(properties.flatMap(([name, { items }]) => (items === undefined ? [] : [name])));
  return { at: keyOf(child(at, key)), name: key, known, lists, parent };
}
