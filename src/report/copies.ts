import { folderOf } from "../base/text/folder-of.js";
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
    if (first === undefined || new Set([first, ...others].map(fileOf)).size <= others.length) continue;
    copiesOf.set(first, others);
    for (const each of others) copies.add(each);
  }
  return diagnostics
    .filter((each) => !copies.has(each))
    .map((finding) => ({ finding, copies: copiesOf.get(finding) ?? [] }));
}

/** Equal for findings that say the same of objects of one kind and name, at the same field. */
function likenessOf({ rule, level, wording, problem }: Diagnostic): string {
  const { at, object } = problem;
  const path = "span" in at ? [] : pathOf(at);
  return JSON.stringify([rule, level, wording, object?.kind, object?.name, path]);
}

function fileOf({ problem }: Diagnostic): string {
  return problem.at.document.file.name;
}

/** How many objects an input has several times before it is taken for several environments. */
const MANY = 3;

/**
 * The folders of an input that has the same objects in several of them, as an overlay for each environment has.
 * @returns undefined where few objects are there twice, or all in one folder
 */
export function environmentFolders(diagnostics: readonly Diagnostic[]): readonly string[] | undefined {
  const repeated = diagnostics.filter(({ rule }) => rule === "duplicate-object");
  const objects = new Set(repeated.map(({ wording }) => wording.message));
  if (objects.size < MANY) return undefined;
  const places = repeated.flatMap(({ problem }) => [
    problem.at,
    ...(problem.related ?? []).map(({ at }) => at),
  ]);
  const folders = [...new Set(places.map(({ document }) => folderOf(document.file.name)))];
  // A folder that holds another of them is no environment by itself.
  const apart = folders.filter((each) => !folders.some((other) => isBelow(other, each)));
  return apart.length < 2 ? undefined : apart.toSorted();
}

function isBelow(folder: string, above: string): boolean {
  return folder !== above && (above === "." || folder.startsWith(`${above}/`));
}
