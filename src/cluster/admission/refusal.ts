import { mistypedFinding } from "./mistyped.js";
import { meantField, unknownFieldFinding } from "./unknown-field.js";
import { pathOf, pointer, type Origin } from "../../source/manifest/origin.js";
import { fieldPath, serverLine, type FieldError } from "./validation/field-error.js";
import type { ApiObject } from "./request.js";
import type { DecodeError, UnknownField } from "./go-json/decode.js";
import type { Finding, Problem } from "../problems/problem.js";
import type { GoType } from "./go-json/type.js";
import type { TypeName } from "../problems/violation.js";

/** All that a server says about an object that it refuses. */
export interface Refusal {
  readonly decodeError?: DecodeError | undefined;
  readonly unknown: readonly UnknownField[];
  /** How the server writes an unknown field's path: Go's JSON decoder escapes it, the CRD code does not. */
  quotePath(path: string): string;
  readonly errors: readonly FieldError[];
  /** A line that stands for what was not checked because of the first error that keeps the server from it (V-CR-18). */
  readonly skipped?: { readonly line: string; isCausedBy(error: FieldError): boolean } | undefined;
}

/** What is wrong at one place, with all lines of the server that come from it. */
interface Cause {
  readonly at: Origin;
  finding: Finding;
  readonly server: string[];
}

/**
 * Makes problems of what the server says: one cause, one problem. Errors at one place are one, and so are a misspelt
 * field and the error about the field that is missing because of it.
 */
export function problemsOf({ ref, node }: ApiObject, refusal: Refusal): Problem[] {
  const causes =
    refusal.decodeError === undefined
      ? causesOf(node.origin, refusal)
      : [decodeCause(node.origin, refusal.decodeError)];
  return causes.map(({ at, finding, server }): Problem => ({ ...finding, at, object: ref, server }));
}

function decodeCause(object: Origin, error: DecodeError): Cause {
  return {
    at: error.at,
    finding: decodeFinding(fieldPath(object, error.at), error),
    server: [error.message],
  };
}

const TYPE_NAMES: Readonly<Record<GoType["kind"], readonly TypeName[]>> = {
  string: ["text"],
  bool: ["boolean"],
  int: ["integer"],
  struct: ["mapping"],
  list: ["list"],
  "string-map": ["mapping"],
  "int-or-string": ["integer", "text"],
  time: ["text"],
  raw: [],
};

function decodeFinding(field: string, { at, expected, actual }: DecodeError): Finding {
  if (expected.kind === "time" && typeof actual === "string") {
    return { code: "schema", facts: { field, violation: { type: "timestamp", value: actual } } };
  }
  return mistypedFinding(at, field, TYPE_NAMES[expected.kind], actual);
}

function causesOf(object: Origin, refusal: Refusal): Cause[] {
  const { unknown, errors, skipped } = refusal;
  const lines = new Map(errors.map((error) => [error, [serverLine(error)]]));
  const blocking = skipped && errors.find((error) => skipped.isCausedBy(error));
  if (skipped !== undefined && blocking !== undefined) lines.get(blocking)?.push(skipped.line);

  const causes = new Map<string, Cause>();
  const explained = new Map<FieldError, Cause>();
  for (const field of unknown) {
    const mistyped = errors.find((error) => isMistyped(error, field.at.parent));
    if (mistyped !== undefined) {
      lines.get(mistyped)?.push(unknownLine(object, field, refusal));
      continue;
    }
    const consequences = errors.filter((error) => !explained.has(error) && isConsequence(error, field));
    const server = [unknownLine(object, field, refusal)];
    const finding = unknownFieldFinding(object, field, consequences.length === 0);
    const cause: Cause = { at: field.at, finding, server };
    causes.set(keyOfPlace(field.at), cause);
    for (const error of consequences) explained.set(error, cause);
  }
  for (const error of errors) {
    const key = keyOfPlace(error.at);
    const cause = explained.get(error) ?? causes.get(key);
    const server = lines.get(error) ?? [];
    if (cause === undefined) causes.set(key, { at: error.at, finding: error.finding, server });
    else {
      for (const each of server) cause.server.push(each);
      const isOfOwn = !explained.has(error);
      if (isOfOwn && isMoreSpecific(error.finding, cause.finding)) cause.finding = error.finding;
    }
  }
  return [...causes.values()];
}

function unknownLine(object: Origin, { at }: UnknownField, refusal: Refusal): string {
  return `strict decoding error: unknown field ${refusal.quotePath(fieldPath(object, at))}`;
}

/** True for an error that says of a value that it is no mapping at all: then it has no fields either. */
function isMistyped({ at, finding }: FieldError, value: Origin | undefined): boolean {
  if (value === undefined || finding.code !== "schema") return false;
  return finding.facts.violation.type === "wrong-type" && keyOfPlace(at) === keyOfPlace(value);
}

function keyOfPlace(at: Origin): string {
  return `${at.part} ${pointer(pathOf(at))}`;
}

/** True for an error that is there only because a field was dropped: the one that was meant is missing, or what is in it, or none is left. */
function isConsequence({ at, finding }: FieldError, field: UnknownField): boolean {
  if (finding.code !== "schema") return false;
  const parent = field.at.parent;
  if (parent === undefined) return false;
  const { violation } = finding.facts;
  if (violation.type === "missing") {
    const meant = meantField(field);
    // Behind a slash: what is missing may be below the field that was meant.
    const missing = `${pointer(pathOf(at))}/`;
    return meant !== undefined && missing.startsWith(`${pointer(pathOf(parent))}/${meant}/`);
  }
  return violation.type === "no-member" && pointer(pathOf(at)) === pointer(pathOf(parent));
}

/** A wrong type says more than what follows from it; a code of its own says more than `schema`. */
function isMoreSpecific(finding: Finding, than: Finding): boolean {
  const rank = ({ code, facts }: Finding): number => {
    if (code === "schema") return facts.violation.type === "wrong-type" ? 2 : 0;
    return code === "unknown-field" || code === "wrong-case-field" ? 3 : 1;
  };
  return rank(finding) > rank(than);
}
