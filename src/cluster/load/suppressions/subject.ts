import { isMapping } from "../../../source/manifest/value.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { readDocuments } from "../../../source/manifest/read.js";
import type { Document, Keeping } from "../../../source/manifest/document.js";
import type { SourceFile } from "../../../source/manifest/source.js";

/**
 * What a document is, as it is written: its kind, its namespace and its name. What a kustomization makes of it differs from one
 * overlay to the next.
 */
export function writtenSubject({ file, index }: Document): string {
  return subjectsIn(file)[index] ?? "";
}

const subjectsIn = oncePer((file: SourceFile): readonly string[] =>
  [...readDocuments(file, SUBJECT)].map(({ value }) => {
    const { kind, metadata } = isMapping(value) ? value : {};
    const { namespace, name } = isMapping(metadata) ? metadata : {};
    return JSON.stringify([kind, namespace, name].map((each) => (typeof each === "string" ? each : "")));
  }),
);

const SUBJECT: Keeping = { parts: () => ({ kind: true, metadata: { namespace: true, name: true } }) };
