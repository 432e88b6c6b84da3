import type { NameFault, NameKind } from "../../../cluster/problems/violation.js";

/** What a name must look like, by kind. */
const FORMS: Readonly<Record<NameKind, string>> = {
  "object name": "lower-case letters, digits, `-` and `.`, with a letter or digit at both ends of each part",
  "namespace name": "up to 63 lower-case letters, digits and `-`, with a letter or digit at both ends",
  "label key":
    "letters, digits, `-`, `_` and `.` with a letter or digit at both ends, and before it at most one DNS name and a `/`",
  "label value": "nothing, or letters, digits, `-`, `_` and `.` with a letter or digit at both ends",
  "annotation key":
    "letters, digits, `-`, `_` and `.` with a letter or digit at both ends, and before it at most one DNS name and a `/`",
  finalizer: "a DNS name, a `/` and a name",
  "port name": "up to 15 lower-case letters, digits and single hyphens inside, with at least one letter",
};

/** `use letters, digits …`: how to fix a name. */
export function nameForm(what: NameKind): string {
  return `use ${FORMS[what]}`;
}

const LIMITS: Readonly<Record<NameKind, string>> = {
  "object name": "253 characters",
  "namespace name": "63 characters",
  "label key": "63 bytes after the slash",
  "label value": "63 bytes",
  "annotation key": "63 bytes after the slash",
  finalizer: "63 bytes after the slash",
  "port name": "15 characters",
};

/** What is wrong with a name, in a few words for the place itself. */
export function nameFault(what: NameKind, faults: readonly NameFault[]): string {
  switch (faults[0]) {
    case "too-long":
      return `longer than ${LIMITS[what]}`;
    case "empty":
      return "the name is empty";
    case "prefix-empty":
      return "there is nothing before the slash";
    case "prefix":
      return "the part before the slash is not a DNS name";
    case "slashes":
      return "there is more than one slash";
    case "dots":
      return "a namespace's name has no dots";
    case "no-letter":
      return "a port's name has at least one letter";
    case "hyphens":
      return "hyphens must be single and not at either end";
    default:
      return what === "finalizer" ? "not qualified by a domain" : "malformed";
  }
}
