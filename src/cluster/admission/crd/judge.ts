import { bundleName, type Bundle, type CrdKind } from "../bundles.js";
import { child, pathOf, type Origin } from "../../../source/manifest/origin.js";
import { decode, type DecodeError, type UnknownField } from "../go-json/decode.js";
import { emptyMapping, isList, isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import { fieldPath, type FieldError } from "../validation/field-error.js";
import { ForeignChecks } from "../structural/foreign-checks.js";
import { metadataErrors } from "../metadata/validate.js";
import { normalise } from "../structural/normalise.js";
import { OBJECT_META } from "../metadata/object-meta.js";
import { ruleErrors } from "../structural/rules.js";
import { ruleFinding } from "./rule-findings.js";
import { schemaFinding } from "./schema-findings.js";
import { schemaErrors } from "../structural/violations.js";
import { schemaOf } from "./schemas.js";
import { unstructured } from "../structural/unstructured.js";
import { withGeneratedName } from "../metadata/generated-name.js";
import type { Node } from "../../../source/manifest/node.js";
import type { Schema } from "../structural/schema.js";
import type { ServerVersion } from "../validation/words.js";

/** What a server with some schema says about a custom resource. */
export interface SchemaJudgement {
  readonly isAccepted: boolean;
  /** As the server stores it, but for what it adds itself (uid, timestamps); undefined where its metadata cannot be decoded. */
  readonly stored: Mapping | undefined;
  readonly decodeError?: DecodeError;
  readonly unknown: readonly UnknownField[];
  readonly errors: readonly FieldError[];
  /** True where an error kept the server from evaluating rules that the schema has (V-CR-18). */
  readonly hasSkippedRules: boolean;
}

/**
 * Judges an object as a server with this schema does, with strict field validation.
 * @param checks the checks of somebody else's schema
 */
export function judgeBySchema(
  object: Node,
  kind: CrdKind,
  schema: Schema,
  version: ServerVersion,
  checks = new ForeignChecks(),
): SchemaJudgement {
  const written = (object.value as Mapping)["metadata"] ?? null;
  const metadata: Node = { value: unstructured(written), origin: child(object.origin, "metadata") };
  const decoded = decode(OBJECT_META, metadata);
  if (decoded.error !== undefined || decoded.value === undefined) {
    const refused = { isAccepted: false, stored: undefined, unknown: [], errors: [], hasSkippedRules: false };
    return decoded.error === undefined ? refused : { ...refused, decodeError: decoded.error };
  }
  const unknown = [...decoded.unknown];
  const stored = storedForm(object, decoded.value, schema, unknown);
  const path = ({ at }: { readonly at: Origin }): string => fieldPath(object.origin, at);
  const errors: FieldError[] = [
    ...metadataErrors(
      { ...metadata, value: decoded.value },
      { isNamespaced: false, isBuiltIn: false, version },
    ),
    ...schemaErrors(stored, schema, object.origin, checks).map((error) => ({
      ...error,
      ...schemaFinding(error, kind, path(error), writtenAt(object, error.at)),
    })),
  ];
  const hasSkippedRules = schema.hasRules && errors.some(keepsRulesFromRunning);
  if (!hasSkippedRules) {
    const broken = ruleErrors(stored, schema, object.origin, version.showsRuleValues, checks);
    for (const each of broken.map((error) => ({ ...error, ...ruleFinding(error, path(error)) })))
      errors.push(each);
  }
  return { isAccepted: unknown.length + errors.length === 0, stored, unknown, errors, hasSkippedRules };
}

/** The value at a place as it is written: nothing of it has been dropped yet. */
function writtenAt({ value, origin }: Node, at: Origin): Value | undefined {
  let written: Value | undefined = value;
  for (const step of pathOf(at).slice(pathOf(origin).length)) {
    if (isList(written)) written = typeof step === "number" ? written[step] : undefined;
    else written = isMapping(written) ? written[String(step)] : undefined;
  }
  return written;
}

/** Errors of these types keep the server from evaluating the rules of a schema. */
export function keepsRulesFromRunning({ type }: Pick<FieldError, "type">): boolean {
  return BLOCKING.has(type);
}

const BLOCKING: ReadonlySet<FieldError["type"]> = new Set([
  "unsupported",
  "required",
  "too-long",
  "too-many",
  "type",
]);

/** The object as the server stores it, with what it drops and fills in; its status, which cannot be set on creation, is dropped last. */
function storedForm(object: Node, metadata: Mapping, schema: Schema, unknown: UnknownField[]): Mapping {
  const written = object.value as Mapping;
  const body = emptyMapping();
  for (const key of Object.keys(written)) if (!TYPE_AND_METADATA.has(key)) body[key] = written[key] as Value;
  const normalised = normalise(body, schema, object.origin, unknown);
  const stored = emptyMapping();
  for (const key of ["apiVersion", "kind"]) if (typeof written[key] === "string") stored[key] = written[key];
  stored["metadata"] = withGeneratedName(withoutNamespace(metadata));
  if (isMapping(normalised)) {
    for (const key of Object.keys(normalised)) if (key !== "status") stored[key] = normalised[key] as Value;
  }
  return stored;
}

const TYPE_AND_METADATA: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** A cluster-scoped object has none; the server drops it unchecked (V-META-4). */
function withoutNamespace(metadata: Mapping): Mapping {
  const kept = emptyMapping();
  for (const key of Object.keys(metadata)) if (key !== "namespace") kept[key] = metadata[key] as Value;
  return kept;
}

/** Those of some bundles that accept an object as it is. */
export function acceptingBundles(
  object: Node,
  kind: CrdKind,
  bundles: readonly Bundle[],
  version: ServerVersion,
): string[] {
  return bundles
    .filter((bundle) => judgeBySchema(object, kind, schemaOf(kind, bundle), version).isAccepted)
    .map(bundleName);
}
