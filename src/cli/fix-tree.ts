import { fixed, type Fixed } from "../linter/lint/fix.js";
import { fixedInAll, type FixNotMade } from "../linter/lint/fix-roots.js";
import { hasKustomization, type InputTree } from "./tree.js";
import { loadInputsToReload } from "./load-sources.js";
import { loadLintRoots } from "./lint-tree.js";
import { loadOptions } from "./load-options.js";
import { STANDARD_INPUT, type Sources } from "./sources.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { FixOptions } from "./lint-fix.js";
import type { Input } from "../cluster/load/input.js";
import type { Io } from "./io.js";
import type { LintOptions } from "../linter/lint/lint.js";
import type { Loaded } from "../cluster/load/options.js";
import type { LoadedRoot } from "../cluster/roots/load-roots.js";
import type { SourceFile } from "../source/manifest/source.js";

/** A tree after its fixes. */
export interface FixedTree extends Pick<Fixed, "files" | "count"> {
  /** What each set was before, and is after, by its name. */
  readonly before: ReadonlyMap<string, Loaded>;
  readonly after: ReadonlyMap<string, Loaded>;
  readonly notMade: readonly FixNotMade[];
  /** Files that are left as they are, since a kustomization could not be built otherwise. */
  readonly notBuilt: readonly NotBuilt[];
}

interface NotBuilt {
  readonly file: string;
  readonly root: string;
}

type Texts = ReadonlyMap<SourceFile, SourceFile>;

/** How often files are taken out that keep a kustomization from being built. */
const MOST_TRIES = 5;

/**
 * Fixes the files of a tree. What leaves every verdict as it is, or was plainly meant, is wrong in a file by itself; the rest is asked
 * of each set of manifests, and made where all that have the file agree. A kustomization that was built before is built after, or the
 * files are left alone that it is made of.
 */
export async function fixedTree(
  tree: InputTree,
  options: CommandSourceOptions & FixOptions,
  sources: Sources,
  rules: LintOptions,
  io: Io,
): Promise<FixedTree> {
  const standardInput = options.stdinFilename ?? STANDARD_INPUT;
  const rootsOf = async (of: InputTree): Promise<readonly LoadedRoot[]> =>
    (await loadLintRoots(of, sources, options, io)).roots;
  const isUnsafe = options.unsafeFixes === true;
  const needsRoots = isUnsafe || hasKustomization(tree);
  const roots = needsRoots ? await rootsOf(tree) : [];
  const { input } = await loadInputsToReload(tree.inputs, loadOptions(options, "lint", io));
  const notBuilt: NotBuilt[] = [];
  for (let tries = 0; ; tries++) {
    const isEditable = ({ name }: SourceFile): boolean =>
      name !== standardInput && !notBuilt.some(({ file }) => file === name) && tries < MOST_TRIES;
    const alone = await fixed(input, rules, isEditable, isUnsafe && roots.length < 2);
    const inSets =
      isUnsafe && roots.length > 1
        ? await fixedSets(withFiles(tree, alone.files), rootsOf, rules, isEditable)
        : undefined;
    const files = inSets === undefined ? alone.files : composed(alone.files, inSets.files);
    const after = needsRoots && files.size > 0 ? await rootsOf(withFiles(tree, files)) : roots;
    const broken = brokenFiles(roots, after, files);
    if (broken.length > 0) {
      notBuilt.push(...broken);
      continue;
    }
    return {
      files,
      count: alone.count + (inSets?.count ?? 0),
      before: byName(roots),
      after: byName(after),
      notMade: inSets?.notMade ?? [],
      notBuilt,
    };
  }
}

/** Fixes what is asked of each set. */
async function fixedSets(
  tree: InputTree,
  rootsOf: (tree: InputTree) => Promise<readonly LoadedRoot[]>,
  rules: LintOptions,
  isEditable: (file: SourceFile) => boolean,
): ReturnType<typeof fixedInAll> {
  // What is read on the way stands outside of what was named.
  const named = new Set(tree.inputs.flatMap((each) => (each.type === "file" ? [each.file.name] : [])));
  const reload = (files: Texts): Promise<readonly LoadedRoot[]> => rootsOf(withFiles(tree, files));
  return fixedInAll(
    { roots: await rootsOf(tree), reload },
    rules,
    (file) => isEditable(file) && named.has(file.name),
  );
}

/** A tree with other texts in the place of some files. */
export function withFiles(tree: InputTree, files: Texts): InputTree {
  const inputs = tree.inputs.map((each) => {
    const file = each.type === "file" ? files.get(each.file) : undefined;
    return file === undefined ? each : ({ ...each, file } as Input);
  });
  return { ...tree, inputs };
}

/** What two steps make of files, one behind the other. */
function composed(first: Texts, second: Texts): Texts {
  const files = new Map<SourceFile, SourceFile>();
  const between = new Set(first.values());
  for (const [original, file] of first) files.set(original, second.get(file) ?? file);
  for (const [original, file] of second) if (!between.has(original)) files.set(original, file);
  return files;
}

/** The changed files of sets of which a kustomization was built before and is not any more. */
function brokenFiles(
  before: readonly LoadedRoot[],
  after: readonly LoadedRoot[],
  files: Texts,
): readonly NotBuilt[] {
  const changed = [...files.keys()].map(({ name }) => name);
  const wasOpen = new Set(before.flatMap(({ notRendered }) => notRendered.map(({ file }) => file)));
  const broken = after.flatMap(({ notRendered }) =>
    notRendered.filter(({ file }) => !wasOpen.has(file)).map(({ file }) => file),
  );
  const [root] = broken;
  if (root === undefined) return [];
  const shared = new Set(
    before
      .filter(({ kustomizations }) => kustomizations.some((folder) => root.startsWith(`${folder}/`)))
      .flatMap(({ loaded: { cluster }, files: alone }) =>
        [...cluster.policies, ...cluster.refused]
          .map(({ origin }) => origin.document.file.name)
          .filter((file) => !alone.includes(file)),
      ),
  );
  const own = changed.filter((file) => shared.has(file));
  return (own.length > 0 ? own : changed).map((file) => ({ file, root }));
}

function byName(roots: readonly LoadedRoot[]): ReadonlyMap<string, Loaded> {
  return new Map(roots.map(({ name, loaded }) => [name, loaded]));
}
