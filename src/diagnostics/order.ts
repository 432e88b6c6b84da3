import { locate } from "../manifest/locate.js";
import type { Diagnostic } from "./diagnostic.js";
import type { Place } from "./problem.js";

/**
 * The one order of diagnostics: by file, document, place, rule and message, compared by UTF-16 units. It does not depend
 * on the order of files or checks, nor on a locale.
 */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const keyed = diagnostics.map((diagnostic) => ({ diagnostic, key: keyOf(diagnostic) }));
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ diagnostic }) => diagnostic);
}

type Key = readonly (string | number)[];

function keyOf({ problem, rule, wording }: Diagnostic): Key {
  const { document } = problem.at;
  return [document.file.name, document.index, startOf(problem.at), rule, wording.message];
}

function startOf(place: Place): number {
  return "span" in place ? place.span.start : locate(place).start;
}

function compareKeys(a: Key, b: Key): number {
  for (const [i, left] of a.entries()) {
    const right = b[i] ?? "";
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
