import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";

/**
 * A CustomResourceDefinition with no more than what validation takes: people write into the rest whatever they like
 * (descriptions, examples, messages, columns). The names of fields, the values that they may have, patterns and rules stay.
 */
export function bareDefinition(definition: Mapping): Mapping {
  const { spec } = definition;
  if (!isMapping(spec)) return definition;
  const { names, versions } = spec;
  return merged(definition, {
    spec: merged(spec, {
      names: isMapping(names) ? only(names, ["kind", "plural"]) : names,
      versions: isList(versions) ? versions.map(bareVersion) : versions,
    }),
  });
}

function bareVersion(version: Value): Value {
  if (!isMapping(version)) return version;
  const { schema } = version;
  const kept = only(version, ["name", "served", "storage"]);
  const written = isMapping(schema) ? schema["openAPIV3Schema"] : undefined;
  if (written === undefined) return kept;
  return merged(kept, { schema: merged(emptyMapping(), { openAPIV3Schema: bareSchema(written) }) });
}

/** Keywords that say nothing about what is valid. */
const WORDS: ReadonlySet<string> = new Set(["title", "description", "example", "externalDocs"]);

/** Of a rule, the texts for whoever breaks it. */
const MESSAGES: ReadonlySet<string> = new Set(["message", "messageExpression"]);

/** Keywords with a schema for each of some names, with a list of schemas, with one. */
const NAMED: ReadonlySet<string> = new Set(["properties", "patternProperties", "definitions"]);
const SEVERAL: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf"]);
const ONE: ReadonlySet<string> = new Set(["items", "additionalProperties", "additionalItems", "not"]);

function bareSchema(schema: Value): Value {
  if (!isMapping(schema)) return schema;
  const bare = emptyMapping();
  for (const key of Object.keys(schema)) {
    const value = schema[key] as Value;
    if (WORDS.has(key)) continue;
    if (NAMED.has(key)) bare[key] = mapped(value, bareSchema);
    else if (SEVERAL.has(key)) bare[key] = isList(value) ? value.map(bareSchema) : value;
    else if (ONE.has(key)) bare[key] = isList(value) ? value.map(bareSchema) : bareSchema(value);
    else if (key === "x-kubernetes-validations") bare[key] = isList(value) ? value.map(bareRule) : value;
    else bare[key] = value;
  }
  return bare;
}

function bareRule(rule: Value): Value {
  if (!isMapping(rule)) return rule;
  return only(
    rule,
    Object.keys(rule).filter((key) => !MESSAGES.has(key)),
  );
}

function mapped(value: Value, change: (field: Value) => Value): Value {
  if (!isMapping(value)) return value;
  const result = emptyMapping();
  for (const key of Object.keys(value)) result[key] = change(value[key] as Value);
  return result;
}

function only(value: Mapping, keys: readonly string[]): Mapping {
  const result = emptyMapping();
  for (const key of keys) {
    const field = value[key];
    if (field !== undefined) result[key] = field;
  }
  return result;
}

function merged(value: Mapping, fields: { readonly [key: string]: Value | undefined }): Mapping {
  const result = emptyMapping();
  for (const key of Object.keys(value)) result[key] = value[key] as Value;
  for (const key of Object.keys(fields)) {
    const field = fields[key];
    if (field !== undefined) result[key] = field;
  }
  return result;
}
