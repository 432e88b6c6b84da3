import { groupBy } from "../../base/collections/group-by.js";
import { LineIndex, type Span } from "../../source/manifest/source.js";
import { locate } from "../../source/manifest/locate.js";
import type { DuplicateKey } from "../../source/manifest/problem.js";
import type { DocumentReading } from "../../source/manifest/document.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Problem } from "../problems/problem.js";

/**
 * Places at which a document says two things: a key that is written twice, and keys that become one when they are stored
 * (which value the server keeps is not defined). Neither value is taken (S-IN-3, S-IN-6).
 */
export function contradictions({ duplicates, collisions }: DocumentReading): readonly Span[] {
  return [...duplicates.filter(isTwice), ...collisions].map(({ second }) => second);
}

/** False for a key that overrides what a merge brings, as merges are for: kubectl's reader and every other one agree on its value. */
function isTwice({ merge }: DuplicateKey): boolean {
  return merge !== "overridden";
}

/** True for a place inside of an object; of a list's items, only the one that holds it is in doubt. */
export function isSpanInside({ start }: Span, object: Origin): boolean {
  if (object.step === undefined) return true;
  const whole = locate({ ...object, part: "value" });
  return start >= whole.start && start < endOf(object, whole);
}

/** Where an item of a list ends: where the next one begins, or the list. */
function endOf(object: Origin, whole: Span): number {
  const { parent, step } = object;
  if (parent === undefined || typeof step !== "number") return whole.end;
  const next = locate({ ...object, step: step + 1 });
  return next.start > whole.start ? next.start : locate(parent).end;
}

/** The keys with which objects begin. */
const OBJECT_KEYS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "spec"]);

/**
 * Keys that are written twice, with what a server says that is sent this text (S-IN-6). Where an object begins again in the middle of a
 * document, the line between them is missing: that is one problem, at its first key.
 */
export function duplicateKeyProblems({ document, duplicates: all }: DocumentReading): Problem[] {
  const duplicates = all.filter(isTwice);
  if (duplicates.length === 0) return [];
  const { file, cut } = document;
  const lines = new LineIndex(file.text.slice(cut.start, cut.end));
  const isAtRoot = ({ second: { start } }: (typeof duplicates)[number]): boolean =>
    cut.syntax !== "json" && (start === cut.start || file.text[start - 1] === "\n");
  const begun = duplicates.filter((each) => OBJECT_KEYS.has(each.key) && isAtRoot(each));
  const counts = [...groupBy(begun, ({ key }) => key).values()].map(({ length }) => length);
  const [objects = 0] = counts.length > 1 ? counts.toSorted((a, b) => b - a) : [];
  const [beginning, ...rest] = objects > 0 ? begun : [];
  const told = new Set(rest);
  return duplicates.flatMap((duplicate): Problem[] => {
    const { key, first, second, merge } = duplicate;
    if (told.has(duplicate)) return [];
    const field = JSON.stringify(key);
    const { line } = lines.at(second.start - cut.start);
    const inYaml = `yaml: unmarshal errors:\n  line ${line}: key ${field} already set in map`;
    return [
      {
        code: "duplicate-key",
        facts: {
          key,
          ...(merge === undefined ? {} : { isMerged: true }),
          ...(duplicate === beginning ? { objects: objects + 1 } : {}),
        },
        at: { document, span: second },
        related: [{ at: { document, span: first }, role: "first" }],
        server: [`strict decoding error: ${cut.syntax === "json" ? `duplicate field ${field}` : inYaml}`],
      },
    ];
  });
}

/** Keys that are one only when they are stored: each that is written otherwise than it is stored (S-IN-3). */
export function collisionProblems({ document, collisions }: DocumentReading): Problem[] {
  return collisions.flatMap(({ key, first, second }) =>
    [first, second].flatMap((span): Problem[] => {
      const written = document.file.text.slice(span.start, span.end);
      if (written === key || written === JSON.stringify(key) || written === `'${key}'`) return [];
      return [{ code: "label-key-not-string", facts: { written, stored: key }, at: { document, span } }];
    }),
  );
}
