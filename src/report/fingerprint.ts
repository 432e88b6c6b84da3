import { linesOf, repositoryPath, showPlace } from "./place.js";
import { refKey } from "../cluster/model/object-ref.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";
import type { SourceFile } from "../source/manifest/source.js";

/**
 * A fingerprint for each finding, in their order: 16 hexadecimal digits and, behind a dash, which of the equal ones it is. It
 * is made of the rule, the file, the object and the path in it, so that it stays when lines move or words change; where a
 * finding has no object or no path, of the text of its line.
 */
export function fingerprints(diagnostics: readonly Diagnostic[]): string[] {
  const counts = new Map<string, number>();
  return diagnostics.map((diagnostic) => {
    const hash = hashOf(identityOf(diagnostic));
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    return `${hash}-${count}`;
  });
}

/** What tells a finding from others. */
function identityOf({ rule, problem: { at, object } }: Diagnostic): string {
  const { file, path, start } = showPlace(at);
  const isStructural = object !== undefined && !("span" in at);
  return JSON.stringify([
    rule,
    repositoryPath(file),
    object === undefined ? "" : refKey(object),
    path,
    isStructural ? "" : lineText(at.document.file, start.line),
  ]);
}

/** A line without what only lays it out; of a long one, its first characters. */
function lineText(file: SourceFile, line: number): string {
  const from = linesOf(file).startOf(line) ?? 0;
  const [text = ""] = file.text.slice(from, from + MAX_SNIPPET).split(/[\r\n]/, 1);
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Characters of a line that tell it from others. */
const MAX_SNIPPET = 500;

/**
 * A hash of 64 bits in hexadecimal. It only has to tell texts apart: two of one hash get different counts, so that nobody
 * gains by making them.
 */
function hashOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  const first = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  const second = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
