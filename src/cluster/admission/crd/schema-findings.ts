import { correctedCidr, networkPolicyCidrFault, singleAddress } from "../validation/cidr.js";
import { child, keyOf, pathOf, type Origin } from "../../../source/manifest/origin.js";
import { domainNameFault } from "./domain-name.js";
import { isList, isMapping, type Mapping, type Value } from "../../../source/manifest/value.js";
import { meantList } from "./as-list.js";
import { mistypedFinding } from "../mistyped.js";
import { nearest } from "../../../base/text/nearest.js";
import { valueText } from "../written.js";
import type { CrdKind } from "../bundles.js";
import type { Finding } from "../../problems/problem.js";
import type { Found } from "../../problems/found.js";
import type { Schema } from "../structural/schema.js";
import type { SchemaError } from "../structural/violations.js";
import type { TypeName, Violation } from "../../problems/violation.js";

const TYPE_NAMES: Readonly<Record<string, TypeName>> = {
  object: "mapping",
  array: "list",
  string: "text",
  integer: "integer",
  number: "number",
  boolean: "boolean",
};

/**
 * Says of an error of structure what it is, and finds the smallest place for it.
 * @param written the value before the server has dropped anything of it
 */
export function schemaFinding(
  error: SchemaError,
  kind: CrdKind,
  field: string,
  written: Value | undefined,
): Found {
  const { at, schema, actual, type } = error;
  const violated = (violation: Violation): Found => {
    return { at, finding: { code: "schema", facts: { field, violation } } };
  };
  switch (type) {
    case "type":
      return {
        at,
        finding: mistypedFinding(at, field, typeNames(schema.type), actual, meantList(written, schema)),
      };
    case "required":
      return violated({ type: "missing", name: String(at.step) });
    case "unsupported":
      return { at, finding: unsupportedFinding(error, kind, field) };
    case "too-many":
      return isList(actual)
        ? tooManyItems(at, actual, schema.maxItems ?? 0, field)
        : tooManyMembers(at, actual, schema.maxProperties ?? 0, field);
    case "too-long":
      return { at, finding: tooLongFinding(at, valueText(actual), schema.maxLength ?? 0, field) };
    case "duplicate": {
      const related = error.repeats === undefined ? {} : { related: [{ at: error.repeats, role: "first" }] };
      const violation = { type: "duplicate", value: valueText(actual) } as const;
      return { at, finding: { code: "schema", facts: { field, violation }, ...related } };
    }
    default:
      if (typeof actual === "string") return { at, finding: textFinding(error, actual, field) };
      if (isList(actual)) return violated(tooFewItems(actual, schema));
      if (isMapping(written) && isEveryNamespace(at, written, schema))
        return everyNamespace(at, field, schema);
      if (isMapping(actual)) return violated(tooFewMembers(actual, schema));
      if (schema.multipleOf !== undefined && isInRange(Number(actual), schema))
        return violated({ type: "not-a-multiple", value: valueText(actual), of: schema.multipleOf });
      return violated({
        type: "out-of-range",
        value: valueText(actual),
        minimum: schema.minimum ?? -(2 ** 31),
        maximum: schema.maximum ?? 2 ** 31 - 1,
      });
  }
}

function typeNames(type: string): TypeName[] {
  return type.split(",").map((each) => TYPE_NAMES[each] ?? "text");
}

function tooFewItems(list: readonly Value[], { minItems = 0 }: Schema): Violation {
  if (list.length === 0) return { type: "empty-list" };
  return { type: "too-few", count: list.length, minimum: minItems, unit: "items" };
}

function tooFewMembers(map: Mapping, { minProperties = 0, properties }: Schema): Violation {
  const count = Object.keys(map).length;
  if (count === 0) return { type: "no-member", members: [...properties.keys()] };
  return { type: "too-few", count, minimum: minProperties, unit: "fields" };
}

/** True for `namespaces: {}` of the newer shapes, where this one has members instead (S-OBJ-3, S-OBJ-4). */
function isEveryNamespace(at: Origin, written: Mapping, { properties }: Schema): boolean {
  return at.step === "namespaces" && properties.has("namespaceSelector") && Object.keys(written).length === 0;
}

function everyNamespace(at: Origin, field: string, { properties }: Schema): Found {
  const meant = { namespaceSelector: {} };
  const violation = { type: "no-member", members: [...properties.keys()], meant } as const;
  const fix = [{ type: "set", at, value: meant }] as const;
  return { at, finding: { code: "schema", facts: { field, violation }, fix } };
}

function isInRange(number: number, { minimum = -Infinity, maximum = Infinity }: Schema): boolean {
  return number >= minimum && number <= maximum;
}

/** Words of the three APIs for the same action. */
const ACTIONS: Readonly<Record<string, string>> = { Allow: "Accept", Accept: "Allow" };

function unsupportedFinding({ at, schema, actual }: SchemaError, kind: CrdKind, field: string): Finding {
  const allowed = schema.enum ?? [];
  const value = valueText(actual);
  const meant = [ACTIONS[value], ...nearest(value, allowed)].find(
    (each) => each !== undefined && allowed.includes(each),
  );
  const isCertain =
    meant !== undefined && (meant === ACTIONS[value] || meant.toLowerCase() === value.toLowerCase());
  const fix = isCertain ? { fix: [{ type: "set", at, value: meant }] as const } : {};
  if (at.step === "action") {
    const facts = { action: value, kind, allowed, ...(meant === undefined ? {} : { meant }) };
    return { code: "invalid-action-for-kind", facts, ...fix };
  }
  const violation = {
    type: "not-one-of",
    value,
    allowed,
    ...(meant === undefined ? {} : { nearest: meant }),
  } as const;
  return { code: "schema", facts: { field, violation }, ...fix };
}

function tooManyItems(at: Origin, list: readonly Value[], limit: number, field: string): Found {
  return {
    at: keyOf(at),
    finding: { code: "limits-exceeded", facts: { field, limit, count: list.length, unit: "items" } },
  };
}

function tooManyMembers(at: Origin, map: Value, limit: number, field: string): Found {
  const members = isMapping(map) ? Object.keys(map) : [];
  if (limit !== 1) {
    const facts = { field, limit, count: members.length, unit: "fields" } as const;
    return { at: keyOf(at), finding: { code: "limits-exceeded", facts } };
  }
  const [first = "", second = ""] = members;
  const related = [{ at: keyOf(child(at, first)), role: "first" }];
  const violation = { type: "several-members", members } as const;
  return { at: keyOf(child(at, second)), finding: { code: "schema", facts: { field, violation }, related } };
}

function tooLongFinding(at: Origin, text: string, limit: number, field: string): Finding {
  if (pathOf(at).at(-2) === "networks")
    return { code: "invalid-cidr", facts: { cidr: text, fault: "too-long" } };
  return {
    code: "limits-exceeded",
    facts: { field, limit, count: Array.from(text).length, unit: "characters" },
  };
}

function textFinding({ at, schema }: SchemaError, text: string, field: string): Finding {
  const { minLength } = schema;
  if (minLength !== undefined && text.length < 2 * minLength && Array.from(text).length < minLength) {
    const count = Array.from(text).length;
    const violation = { type: "too-few", count, minimum: minLength, unit: "characters" } as const;
    return { code: "schema", facts: { field, violation } };
  }
  if (pathOf(at).at(-2) === "domainNames") {
    return { code: "invalid-domain-name", facts: { name: text, fault: domainNameFault(text) } };
  }
  const violation = { type: "pattern", value: text, pattern: schema.pattern?.text ?? "" } as const;
  return { code: "schema", facts: { field, violation } };
}

/** A CIDR that a rule in CEL refuses. */
export function refusedCidrFinding(cidr: string): Finding {
  const corrected = correctedCidr(cidr);
  const fault = networkPolicyCidrFault(cidr, true) ?? "not-a-cidr";
  const single = fault === "host-bits" ? singleAddress(cidr) : undefined;
  const facts = {
    cidr,
    fault,
    ...(corrected === undefined ? {} : { corrected }),
    ...(single === undefined ? {} : { single }),
  } as const;
  return { code: "invalid-cidr", facts };
}
