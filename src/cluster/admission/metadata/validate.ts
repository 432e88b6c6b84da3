import { child, keyOf, type Origin } from "../../../source/manifest/origin.js";
import { byteLength } from "../../../base/text/byte-length.js";
import {
  dnsLabelErrors,
  labelKeyErrors,
  labelValueErrors,
  subdomainErrors,
  type NameError,
} from "../validation/names.js";
import { entries, field, textOf, type Node } from "../../../source/manifest/node.js";
import { finalizerErrors } from "./finalizers.js";
import { generatedName } from "./generated-name.js";
import { managedFieldsErrors } from "./managed-fields.js";
import { ownerReferenceErrors } from "./owner-references.js";
import { quote } from "../go-json/quote.js";
import type { FieldError } from "../validation/field-error.js";
import type { MetadataRules } from "./rules.js";
import type { NameKind } from "../../problems/violation.js";
import type { ServerVersion } from "../validation/words.js";

const MAX_ANNOTATIONS = 262_144;

/** Checks the decoded metadata of an object that is created (V-META-1…12). */
export function metadataErrors(metadata: Node, rules: MetadataRules): FieldError[] {
  return [
    ...nameErrors(metadata),
    ...(rules.isNamespaced ? namespaceErrors(metadata) : []),
    ...labelErrors(field(metadata, "labels"), rules.version),
    ...annotationErrors(field(metadata, "annotations"), rules.version),
    ...ownerReferenceErrors(field(metadata, "ownerReferences")),
    ...finalizerErrors(field(metadata, "finalizers"), rules),
    ...managedFieldsErrors(field(metadata, "managedFields")),
  ];
}

function nameErrors(metadata: Node): FieldError[] {
  const errors: FieldError[] = [];
  const name = textOf(field(metadata, "name")) ?? "";
  const prefix = textOf(field(metadata, "generateName")) ?? "";
  const prefixAt = child(metadata.origin, "generateName");
  const nameAt = child(metadata.origin, "name");
  // A trailing hyphen is fine in a prefix; the server drops one letter too many when it tests that.
  const tested = prefix.length > 1 && prefix.endsWith("-") ? `${prefix.slice(0, -2)}a` : prefix;
  if (prefix !== "") {
    errors.push(
      ...invalidName("object name", prefix, subdomainErrors(tested), prefixAt, "metadata.generateName"),
    );
  }
  if (name !== "")
    errors.push(...invalidName("object name", name, subdomainErrors(name), nameAt, "metadata.name"));
  else if (prefix !== "") {
    const generated = generatedName(prefix);
    errors.push(
      ...invalidName("object name", generated, subdomainErrors(generated), prefixAt, "metadata.name"),
    );
  } else {
    errors.push({
      at: nameAt,
      field: "metadata.name",
      type: "required",
      detail: "name or generateName is required",
      finding: {
        code: "schema",
        facts: { field: "metadata.name", violation: { type: "missing", name: "name" } },
      },
    });
  }
  return errors;
}

function namespaceErrors(metadata: Node): FieldError[] {
  const namespace = field(metadata, "namespace");
  const name = textOf(namespace) ?? "";
  if (namespace === undefined || name === "") return [];
  return invalidName("namespace name", name, dnsLabelErrors(name), namespace.origin, "metadata.namespace");
}

function labelErrors(labels: Node | undefined, version: ServerVersion): FieldError[] {
  return entries(labels).flatMap(([key, value]) => {
    const text = textOf(value) ?? "";
    return [
      ...invalidName("label key", key, labelKeyErrors(key, version), keyOf(value.origin), "metadata.labels"),
      ...invalidName("label value", text, labelValueErrors(text, version), value.origin, "metadata.labels"),
    ];
  });
}

function annotationErrors(annotations: Node | undefined, version: ServerVersion): FieldError[] {
  if (annotations === undefined) return [];
  const path = "metadata.annotations";
  let size = 0;
  const errors = entries(annotations).flatMap(([key, value]) => {
    size += byteLength(key) + byteLength(textOf(value) ?? "");
    return invalidName(
      "annotation key",
      key,
      labelKeyErrors(lowerCase(key), version),
      keyOf(value.origin),
      path,
    );
  });
  if (size <= MAX_ANNOTATIONS) return errors;
  const facts = { field: path, limit: MAX_ANNOTATIONS, count: size, unit: "bytes" } as const;
  errors.push({
    at: keyOf(annotations.origin),
    field: path,
    type: "too-long",
    detail: `may not be more than ${MAX_ANNOTATIONS} bytes`,
    finding: { code: "limits-exceeded", facts },
  });
  return errors;
}

/** As Go lowers a text: letter by letter, so that `İ` becomes one ASCII letter. */
function lowerCase(text: string): string {
  return text.replaceAll("\u0130", "i").toLowerCase();
}

function invalidName(
  what: NameKind,
  name: string,
  faults: readonly NameError[],
  at: Origin,
  path: string,
): FieldError[] {
  if (faults.length === 0) return [];
  const tooLong = faults.length === 1 && faults[0]?.fault === "too-long" && what === "object name";
  const violation = { type: "name", what, name, faults: faults.map(({ fault }) => fault) } as const;
  const finding: FieldError["finding"] = tooLong
    ? {
        code: "limits-exceeded",
        facts: { field: path, limit: 253, count: byteLength(name), unit: "characters" },
      }
    : { code: "schema", facts: { field: path, violation } };
  return faults.map(({ words }) => ({
    at,
    field: path,
    type: "invalid",
    value: quote(name),
    detail: words,
    finding,
  }));
}
