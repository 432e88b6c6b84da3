import { findingsOfEach } from "./lint-roots.js";
import { fixableProblems, fixedFile, MOST_PASSES } from "./fix.js";
import { groupBy } from "../../base/collections/group-by.js";
import { pathOf } from "../../source/manifest/origin.js";
import type { DocumentEdit } from "../../source/edit/edit.js";
import type { LintOptions } from "./lint.js";
import type { LoadedRoot } from "../../cluster/roots/load-roots.js";
import type { Problem } from "../../cluster/problems/problem.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** Sets of manifests that were loaded, and can be loaded again with other texts in the place of some files. */
export interface ReloadableRoots {
  readonly roots: readonly LoadedRoot[];
  readonly reload: (replaced: ReadonlyMap<SourceFile, SourceFile>) => Promise<readonly LoadedRoot[]>;
}

/** A fix that is right in some sets that have a file, and not known to be right in others. */
export interface FixNotMade {
  readonly file: string;
  readonly rule: string;
  /** The sets that have the file and not the problem, or another fix of it; at least one. */
  readonly others: readonly string[];
}

/** The sets of a tree after their fixes. */
export interface FixedRoots {
  readonly roots: readonly LoadedRoot[];
  /** The files that have changed, by those that they were. */
  readonly files: ReadonlyMap<SourceFile, SourceFile>;
  /** How many problems were fixed. */
  readonly count: number;
  readonly notMade: readonly FixNotMade[];
}

/** A fix, with the sets that ask for it. */
interface Proposal {
  readonly problem: Problem;
  readonly file: SourceFile;
  readonly roots: Set<string>;
}

/**
 * Makes the fixes of a tree that holds several sets, unsafe ones too, until none is left. A file that several sets share is changed
 * where all of them ask for the same: what is a mistake in one overlay may be meant in another.
 * @param canEdit false for files that are not to be written
 */
export async function fixedInAll(
  { roots: first, reload }: ReloadableRoots,
  options: LintOptions,
  canEdit: (file: SourceFile) => boolean,
): Promise<FixedRoots> {
  const files = new Map<SourceFile, SourceFile>();
  const originals = new Map<SourceFile, SourceFile>();
  let roots = first;
  let count = 0;
  let notMade: readonly FixNotMade[] = [];
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const users = usersOf(roots);
    const proposals = proposalsOf(roots, options).filter(({ file }) => canEdit(originals.get(file) ?? file));
    const othersOf = ({ file, roots: asking }: Proposal): string[] =>
      [...(users.get(file.name) ?? [])].filter((name) => !asking.has(name));
    const wanted = proposals.filter((each) => othersOf(each).length === 0);
    notMade = proposals.flatMap((each) => {
      const others = othersOf(each);
      return others.length === 0 ? [] : [{ file: each.file.name, rule: each.problem.code, others }];
    });
    let made = 0;
    for (const [file, ofFile] of groupBy(wanted, (each) => each.file)) {
      const { text, count: inFile } = fixedFile(
        file,
        ofFile.map(({ problem }) => problem),
      );
      if (inFile === 0) continue;
      made += inFile;
      const original = originals.get(file) ?? file;
      const next = { ...file, text };
      files.set(original, next);
      originals.set(next, original);
    }
    if (made === 0) break;
    count += made;
    roots = await reload(files);
  }
  return { roots, files, count, notMade };
}

/** What the sets ask for, equal fixes once. */
function proposalsOf(roots: readonly LoadedRoot[], options: LintOptions): readonly Proposal[] {
  const proposals = new Map<string, Proposal>();
  for (const { root, result } of findingsOfEach(roots, options)) {
    const found = result.diagnostics.map(({ problem }) => problem);
    const { suppressions } = root.loaded;
    // What reading has raised is among the findings, as far as it is known of this set.
    for (const problem of fixableProblems({ problems: [], suppressions }, found, options, true)) {
      const file = fileOf(problem);
      if (file === undefined) continue;
      const key = JSON.stringify([problem.code, file.name, (problem.fix ?? []).map(editKey)]);
      const known = proposals.get(key);
      if (known === undefined) proposals.set(key, { problem, file, roots: new Set([root.name]) });
      else known.roots.add(root.name);
    }
  }
  return [...proposals.values()];
}

/** The file that a fix is made in; undefined where it is made in several. */
function fileOf({ fix = [] }: Problem): SourceFile | undefined {
  const [file, ...others] = new Set(fix.map(({ at }) => at.document.file));
  return others.length === 0 ? file : undefined;
}

function editKey(edit: DocumentEdit): unknown {
  const { at, ...how } = edit;
  return [at.document.index, pathOf(at), how];
}

/** The sets that have policies, or anything else that selectors see, of a file. */
function usersOf(roots: readonly LoadedRoot[]): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  for (const { name, loaded } of roots)
    for (const file of filesOf(loaded.cluster)) {
      const known = users.get(file) ?? new Set();
      users.set(file, known.add(name));
    }
  return users;
}

function filesOf({
  policies,
  refused,
  workloads,
  namespaces,
  services,
}: LoadedRoot["loaded"]["cluster"]): ReadonlySet<string> {
  const objects = [...policies, ...refused, ...workloads, ...namespaces.values(), ...services];
  return new Set(objects.flatMap(({ origin }) => origin?.document.file.name ?? []));
}
