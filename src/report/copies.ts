import { groupBy } from "../base/collections/group-by.js";
import { pathOf } from "../source/manifest/origin.js";
import type { Diagnostic } from "../cluster/problems/diagnostic.js";

/** A finding, with those that say the same of copies of its object in other files. */
export interface CopiedFinding {
  readonly finding: Diagnostic;
  readonly copies: readonly Diagnostic[];
}

/** Findings in their order, each with those that say the same of copies of its object; what one file says several times is no copy. */
export function withCopies(diagnostics: readonly Diagnostic[]): CopiedFinding[] {
  const copiesOf = new Map<Diagnostic, readonly Diagnostic[]>();
  const copies = new Set<Diagnostic>();
  for (const [first, ...others] of groupBy(diagnostics, likenessOf).values()) {
    if (new Set([first, ...others].map(fileOf)).size <= others.length) continue;
    copiesOf.set(first, others);
    for (const each of others) copies.add(each);
  }
  return diagnostics
    .filter((each) => !copies.has(each))
    .map((finding) => ({ finding, copies: copiesOf.get(finding) ?? [] }));
}

/** Equal for findings that say the same of objects of one kind and name, at the same field; or of no object, of a namespace for instance. */
function likenessOf({ rule, level, wording, problem }: Diagnostic): string {
  const { at, object } = problem;
  const path = object === undefined || "span" in at ? [] : pathOf(at);
  return JSON.stringify([rule, level, wording, object?.kind, object?.name, path]);
}

function fileOf({ problem }: Diagnostic): string {
  return problem.at.document.file.name;
}
