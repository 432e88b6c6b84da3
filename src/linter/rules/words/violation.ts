import { all, any, code } from "./code.js";
import { conjunction } from "../../../base/text/list.js";
import { flowStyleText, PLAIN_FLOW } from "../../../source/manifest/print/flow.js";
import { nameFault, nameForm } from "./names.js";
import type { TypeName, Violation } from "../../../cluster/problems/violation.js";
import type { Wording } from "../../../cluster/problems/diagnostic.js";

const TYPES: Readonly<Record<TypeName, string>> = {
  text: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "a boolean",
  list: "a list",
  mapping: "a mapping",
  null: "null",
};

/** What a violation of a structure is called, and how to fix it. */
export function violationWording(field: string, violation: Violation): Wording {
  const place = field === "" ? "the object" : code(field);
  switch (violation.type) {
    case "missing":
      return missing(field, violation.name);
    case "wrong-type":
      return wrongType(place, violation);
    case "out-of-range":
      return {
        message: `${place} must be between ${violation.minimum} and ${violation.maximum}`,
        label: `${code(violation.value)} is out of range`,
      };
    case "not-one-of":
      return {
        message: `${code(violation.value)} is not a value of ${place}`,
        label: `must be ${any(violation.allowed)}`,
        ...(violation.nearest === undefined ? {} : { help: `write ${code(violation.nearest)}` }),
      };
    case "not-a-multiple":
      return {
        message: `${place} must be a multiple of ${violation.of}`,
        label: `${code(violation.value)} is not`,
      };
    case "too-few":
      return {
        message: `${place} must have at least ${violation.minimum} ${violation.unit}`,
        label: `${violation.count} here`,
      };
    case "empty-list":
      return {
        message: `${place} must not be empty`,
        label: "an empty list",
        help: "add an entry, or remove the field where it is optional",
      };
    case "no-member":
      return {
        message: `${place} sets nothing`,
        label: `one of ${any(violation.members)} is needed`,
        help:
          violation.meant === undefined
            ? "a null field counts as not set; check the indentation below it"
            : `for every namespace, write ${code(flowStyleText(violation.meant, PLAIN_FLOW))}`,
      };
    case "several-members":
      return {
        message: `${place} sets ${all(violation.members)}, but only one is allowed`,
        label: "a second one",
        related: ["the first one"],
        help: "make each its own entry",
      };
    case "duplicate":
      return {
        message: `${code(violation.value)} is listed twice`,
        label: "again",
        related: ["first here"],
        help: "remove one",
      };
    case "pattern":
      return {
        message: `${code(violation.value)} is not valid for ${place}`,
        notes: [`it must match ${violation.pattern}`],
      };
    case "name":
      return {
        message: `${code(violation.name)} is not a valid ${violation.what}`,
        label: nameFault(violation.what, violation.faults),
        help: nameHelp(violation),
      };
    case "block-with-selector":
      return {
        message: "`ipBlock` and a selector in the same peer",
        label: `can't be combined with ${all(violation.selectors)}`,
        related: violation.selectors.map(() => "in the same peer"),
        help: "make each its own peer: start both with `- `",
      };
    case "timestamp":
      return {
        message: `${code(violation.value)} is not a timestamp`,
        help: "write it like `2026-01-31T12:00:00Z`, or remove the field: the server sets it",
      };
    case "forbidden-owner":
      return { message: `an object of kind ${code(violation.kind)} can't own another one` };
    case "two-controllers":
      return {
        message: "two owners are marked as the controller",
        label: `${code(violation.first)} already is`,
        help: "keep `controller: true` on only one of them",
      };
    case "orphan-and-foreground":
      return {
        message: "the finalizers `orphan` and `foregroundDeletion` can't be combined",
        help: "keep one of them",
      };
  }
}

function nameHelp({ what, name }: Violation & { readonly type: "name" }): string {
  const isNumber = what === "port name" && /^\d+$/.test(name);
  return isNumber ? "remove the quotes if you mean the port number" : nameForm(what);
}

function missing(field: string, name: string): Wording {
  if (field === "metadata.name") {
    return { message: "the object has no name", label: "`name` is missing", help: "add `metadata.name`" };
  }
  return {
    message: `${code(field)} is missing`,
    label: `${code(name)} is required here`,
    help: name === "priority" ? PRIORITY_HELP : `add ${code(name)}`,
  };
}

const PRIORITY_HELP = "add `priority`: a whole number from 0 (highest) to 1000";

function wrongType(place: string, violation: Violation & { readonly type: "wrong-type" }): Wording {
  const { expected, actual, written } = violation;
  const wanted = conjunction(
    expected.map((type) => TYPES[type]),
    "or",
  );
  const found = written === undefined ? TYPES[actual] : `${code(written)} is ${TYPES[actual]}`;
  const help = typeHelp(violation);
  return {
    message: `${place} must be ${wanted}, not ${TYPES[actual]}`,
    label: written === undefined || actual === "null" ? `this is ${TYPES[actual]}` : found,
    ...(help === undefined ? {} : { help }),
  };
}

function typeHelp({
  expected,
  actual,
  written,
  meant,
}: Violation & { readonly type: "wrong-type" }): string | undefined {
  if (meant !== undefined) return `write a list: ${code(flowStyleText(meant, PLAIN_FLOW))}`;
  if (expected.includes("text") && written !== undefined && actual !== "null")
    return `put it in quotes: ${code(`"${written}"`)}`;
  if (expected.includes("list") && actual === "mapping") return "start each entry with `- `";
  if (expected.includes("mapping") && actual === "list") return "remove the `- ` before its fields";
  if (expected.includes("integer") && actual === "text") return "remove the quotes, or use a number";
  return actual === "null" ? "write an entry after the `-`, or remove the line" : undefined;
}
