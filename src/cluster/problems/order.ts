import { groupBy } from "../../base/collections/group-by.js";
import { spanOf } from "./span-of.js";
import type { Diagnostic } from "./diagnostic.js";

/**
 * The one order of diagnostics: by file, document, place, rule and message, compared by UTF-16 units. It does not depend
 * on the order of files or checks, nor on a locale. What is written once and used several times (a YAML alias) is told
 * once, unless a server has a line of its own for each use.
 */
export function diagnosticsInOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  locateAll(diagnostics);
  const keyed = diagnostics.map((diagnostic) => ({ diagnostic, key: keyOf(diagnostic) }));
  const kept: { readonly diagnostic: Diagnostic; readonly key: SortKey }[] = [];
  for (const each of keyed.toSorted((a, b) => compareKeys(a.key, b.key))) {
    const before = kept.at(-1);
    const isRepeated = before !== undefined && compareKeys(before.key, each.key) === 0;
    if (!isRepeated || each.diagnostic.problem.server !== undefined) kept.push(each);
  }
  return kept.map(({ diagnostic }) => diagnostic);
}

/**
 * Finds the places of all that is said, document by document: each takes one pass over it, and what is found is kept. What
 * findings relate to lies in other documents than they do.
 */
function locateAll(diagnostics: readonly Diagnostic[]): void {
  const places = diagnostics.flatMap(({ problem: { at, related = [] } }) => [
    at,
    ...related.map((each) => each.at),
  ]);
  for (const some of groupBy(places, ({ document }) => document).values())
    for (const place of some) spanOf(place);
}

type SortKey = readonly (string | number)[];

function keyOf({ problem, rule, wording }: Diagnostic): SortKey {
  const { document } = problem.at;
  return [document.file.name, document.index, spanOf(problem.at).start, rule, wording.message];
}

function compareKeys(a: SortKey, b: SortKey): number {
  for (const [i, left] of a.entries()) {
    const right = b[i] ?? "";
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
