import { celCidrFault, correctedCidr } from "../validation/cidr.js";
import { child, keyOf, pathOf, type Origin } from "../../manifest/origin.js";
import { domainNameFault } from "./domain-name.js";
import { isList, isMapping, type Value } from "../../manifest/value.js";
import { mistypedFinding } from "../mistyped.js";
import { nearest } from "../../text/nearest.js";
import { valueText } from "../written.js";
import type { CrdKind } from "../bundles.js";
import type { Finding } from "../../diagnostics/problem.js";
import type { Found } from "./found.js";
import type { SchemaError } from "../structural/violations.js";
import type { TypeName, Violation } from "../../diagnostics/violation.js";

const TYPE_NAMES: Readonly<Record<string, TypeName>> = {
  object: "mapping",
  array: "list",
  string: "text",
  integer: "integer",
};

/** Says of an error of structure what it is, and finds the smallest place for it. */
export function schemaFinding(error: SchemaError, kind: CrdKind, field: string): Found {
  const { at, schema, actual, type } = error;
  const violated = (violation: Violation): Found => {
    return { at, finding: { code: "schema", facts: { field, violation } } };
  };
  switch (type) {
    case "type":
      return { at, finding: mistypedFinding(at, field, [TYPE_NAMES[schema.type] ?? "text"], actual) };
    case "required":
      return violated({ type: "missing", name: String(at.step) });
    case "unsupported":
      return { at, finding: unsupportedFinding(error, kind, field) };
    case "too-many":
      return isList(actual)
        ? tooManyItems(at, actual, schema.maxItems ?? 0, field)
        : severalMembers(at, actual, field);
    case "too-long":
      return { at, finding: tooLongFinding(at, valueText(actual), schema.maxLength ?? 0, field) };
    case "duplicate": {
      const related = error.repeats === undefined ? {} : { related: [{ at: error.repeats, role: "first" }] };
      const violation = { type: "duplicate", value: valueText(actual) } as const;
      return { at, finding: { code: "schema", facts: { field, violation }, ...related } };
    }
    default:
      if (typeof actual === "string") return { at, finding: patternFinding(error, actual, field) };
      if (isList(actual)) return violated({ type: "empty-list" });
      if (isMapping(actual)) return violated({ type: "no-member", members: [...schema.properties.keys()] });
      return violated({
        type: "out-of-range",
        value: valueText(actual),
        minimum: schema.minimum ?? -(2 ** 31),
        maximum: schema.maximum ?? 2 ** 31 - 1,
      });
  }
}

/** Words of the three APIs for the same action. */
const ACTIONS: Readonly<Record<string, string>> = { Allow: "Accept", Accept: "Allow" };

function unsupportedFinding({ at, schema, actual }: SchemaError, kind: CrdKind, field: string): Finding {
  const allowed = schema.enum ?? [];
  const value = valueText(actual);
  const meant = [ACTIONS[value], ...nearest(value, allowed)].find(
    (each) => each !== undefined && allowed.includes(each),
  );
  if (at.step === "action") {
    const facts = { action: value, kind, allowed, ...(meant === undefined ? {} : { meant }) };
    return { code: "invalid-action-for-kind", facts };
  }
  const violation = {
    type: "not-one-of",
    value,
    allowed,
    ...(meant === undefined ? {} : { nearest: meant }),
  } as const;
  return { code: "schema", facts: { field, violation } };
}

function tooManyItems(at: Origin, list: readonly Value[], limit: number, field: string): Found {
  return {
    at: keyOf(at),
    finding: { code: "limits-exceeded", facts: { field, limit, count: list.length, unit: "items" } },
  };
}

function severalMembers(at: Origin, map: Value, field: string): Found {
  const members = isMapping(map) ? Object.keys(map) : [];
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

function patternFinding({ at, schema }: SchemaError, text: string, field: string): Finding {
  if (pathOf(at).at(-2) === "domainNames") {
    return { code: "invalid-domain-name", facts: { name: text, fault: domainNameFault(text) } };
  }
  const violation = { type: "pattern", value: text, pattern: schema.pattern?.text ?? "" } as const;
  return { code: "schema", facts: { field, violation } };
}

/** A CIDR that a rule in CEL refuses. */
export function cidrFinding(cidr: string): Finding {
  const corrected = correctedCidr(cidr);
  const facts = {
    cidr,
    fault: celCidrFault(cidr) ?? "not-a-cidr",
    ...(corrected === undefined ? {} : { corrected }),
  } as const;
  return { code: "invalid-cidr", facts };
}
