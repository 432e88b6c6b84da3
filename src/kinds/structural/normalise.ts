import { child, keyOf, type Origin } from "../../manifest/origin.js";
import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../manifest/value.js";
import { scalar } from "./unstructured.js";
import type { Schema } from "./schema.js";
import type { UnknownField } from "../go-json/decode.js";

/**
 * What the server keeps of a custom resource before it validates it: fields that the schema does not have are dropped
 * (and noted), nulls are dropped or replaced by a default, missing defaults are filled in. Nulls in lists stay.
 * The value itself is not changed.
 *
 * @param schema undefined below a place for which there is no schema: everything with a name is unknown there
 */
export function normalise(value: Value, schema: Schema | undefined, at: Origin, path: string, unknown: UnknownField[]): Value {
  if (isMapping(value)) return normaliseMapping(value, schema, at, path, unknown);
  if (!isList(value)) return scalar(value);
  return value.map((item, i) => {
    const isScalar = typeof item !== "object" || item === null;
    return isScalar ? scalar(item) : normalise(item, schema?.items, child(at, i), `${path}[${i}]`, unknown);
  });
}

function normaliseMapping(
  map: Mapping,
  schema: Schema | undefined,
  at: Origin,
  path: string,
  unknown: UnknownField[],
): Mapping {
  const kept = emptyMapping();
  for (const key of Object.keys(map)) {
    const below = schema?.properties.get(key) ?? schema?.values;
    const inner = path === "" ? key : `${path}.${key}`;
    if (below === undefined) {
      unknown.push({ at: keyOf(child(at, key)), name: key, path: inner, known: knownFields(schema), parent: map });
      continue;
    }
    const value = map[key] as Value;
    if (value === null) continue;
    kept[key] = typeof value === "object" ? normalise(value, below, child(at, key), inner, unknown) : scalar(value);
  }
  for (const [key, { default: filled }] of schema?.properties ?? []) {
    if (filled !== undefined && kept[key] === undefined) kept[key] = filled;
  }
  return kept;
}

function knownFields(schema: Schema | undefined): ReadonlyMap<string, readonly string[]> {
  const below = (each: Schema): readonly string[] => [...(each.items ?? each).properties.keys()];
  return new Map([...(schema?.properties ?? [])].map(([key, each]) => [key, below(each)]));
}
