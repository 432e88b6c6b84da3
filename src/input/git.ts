import { commitOf, findRoot } from "./git-repository.js";
import { FoundReader, type FileSelection, type FileSource } from "./found-reader.js";
import { Git } from "./git-process.js";
import { GitError, gitFailure } from "./git-error.js";
import { GitObjects } from "./git-objects.js";
import { globRoot, isGlob } from "./glob.js";
import { listTree } from "./git-listing.js";
import { pathInside } from "./path-inside.js";
import { resolve } from "node:path";
import type { Environment } from "./find-program.js";
import type { FetchFile } from "../cluster/roots/tree-files.js";
import type { GitTree } from "./git-tree.js";
import type { FileInput } from "../cluster/load/input.js";
import type { InputProblem } from "../cluster/problems/not-read.js";

/** Which files of which revision are read. A path that is not there is empty: only `onMissing` is told. */
export interface GitInputOptions extends Omit<FileSelection, "followsLinks"> {
  /** A branch, tag, commit, or whatever else git reads as one. */
  readonly revision: string;
  readonly env: Environment;
  /** Ends the reading, which then says so as an input that was not read. */
  readonly signal?: AbortSignal;
}

/** So many files may be in the listing for each that may be read: most of a repository are no manifests. */
const LISTED_PER_READ = 50;

/**
 * Reads the inputs as they stand at a git revision, with the names and in the order that they have in the working tree.
 * Nothing of the repository is run, and nothing fetched. Links are not followed, and submodules are not read.
 * @throws {GitError} where there is no git, repository or revision, and for a path outside of the repository
 */
export async function* readGitInputs(options: GitInputOptions): AsyncGenerator<FileInput> {
  const { paths, signal } = options;
  const git = new Git(options.cwd, options.env, signal);
  let tree: GitTree | undefined;
  try {
    tree = await treeOf(git, options);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    yield notListed(paths, "timeout");
    return;
  }
  if (tree === undefined) yield notListed(paths, "too-many-files", String(listingLimit(options)));
  else yield* readTree(git, tree, options);
}

/** Reads files of a revision that those of the paths name; of a folder that was not listed, when it is first asked for. */
function fetching(git: Git, options: GitInputOptions): FetchFile {
  const readers = new Map<string, Promise<FetchFile>>();
  const readerFor = async (name: string): Promise<FetchFile> => {
    const root = await findRoot(git);
    const commit = await commitOf(git, options.revision);
    const tree = await listTree(git, commit, { root, below: [name], limit: listingLimit(options) });
    if (tree === undefined) return () => Promise.resolve({ type: "outside" });
    const objects = new GitObjects(git);
    const { onFetch: _onFetch, ...rest } = options;
    const reader = new FoundReader(
      { ...rest, paths: [], readable: [root], followsLinks: false },
      { tree, read: contentsIn(tree, objects, options), tracked: () => "all" },
    );
    return async (path) => {
      try {
        return await reader.fetch(path);
      } finally {
        objects.stop();
      }
    };
  };
  return async (path) => {
    const [name] = pathInside(await findRoot(git), path) ?? [];
    if (name === undefined) return { type: "outside" };
    const reader = readers.get(name) ?? readerFor(name);
    readers.set(name, reader);
    return (await reader)(path);
  };
}

/** Asks about the files of a revision, all of it. @throws {GitError} */
export async function withRevision<T>(
  options: Pick<GitInputOptions, "cwd" | "env" | "revision" | "signal">,
  ask: (source: FileSource) => Promise<T>,
): Promise<T> {
  const git = new Git(options.cwd, options.env, options.signal);
  const root = await findRoot(git);
  const commit = await commitOf(git, options.revision);
  const tree = await listTree(git, commit, { root, below: [], limit: MOST_LISTED });
  if (tree === undefined) throw gitFailure("ls-tree", `more than ${MOST_LISTED} files`);
  const objects = new GitObjects(git);
  try {
    return await ask({ tree, read: contentsIn(tree, objects, options) });
  } finally {
    objects.stop();
  }
}

/** More files than a repository has that people look at. */
const MOST_LISTED = 1_000_000;

/** Reads the contents of files of a revision. */
function contentsIn(
  tree: GitTree,
  objects: GitObjects,
  { signal }: Pick<GitInputOptions, "signal">,
): FileSource["read"] {
  return async (path, limit) => {
    const id = tree.fileId(path);
    if (id === undefined) return { reason: "not-a-file" };
    try {
      return await objects.read(id, limit);
    } catch (error) {
      if (signal?.aborted === true) return { reason: "timeout" };
      throw error;
    }
  };
}

async function treeOf(git: Git, options: GitInputOptions): Promise<GitTree | undefined> {
  const root = await findRoot(git);
  const begins = options.paths.map((path) => namesOf(path, options.cwd, root)[0]);
  const commit = await commitOf(git, options.revision);
  return listTree(git, commit, {
    root,
    below: begins.includes(undefined) ? [] : [...new Set(begins)].filter((name) => name !== undefined),
    limit: listingLimit(options),
  });
}

function listingLimit({ limits }: GitInputOptions): number {
  return LISTED_PER_READ * limits.files;
}

/**
 * The names from the root to a path, or to the folder that a glob begins in.
 * @throws {GitError} for a path that no revision can have
 */
function namesOf(path: string, cwd: string, root: string): readonly string[] {
  if (path === "-")
    throw new GitError("standard input has no git revision", "use files, folders or globs of the repository");
  const names = pathInside(root, resolve(cwd, isGlob(path) ? globRoot(path) : path));
  if (names === undefined)
    throw new GitError(`outside of the git repository: ${path}`, `the repository is in ${root}`);
  return names;
}

async function* readTree(git: Git, tree: GitTree, options: GitInputOptions): AsyncGenerator<FileInput> {
  const objects = new GitObjects(git);
  const read = contentsIn(tree, objects, options);
  const { onFetch, ...selection } = options;
  onFetch?.(fetching(git, options));
  const { onMissing = () => undefined } = options;
  const reader = new FoundReader(
    { ...selection, followsLinks: false, onMissing },
    { tree, read, tracked: () => "all" },
  );
  try {
    for (const path of options.paths) {
      yield* reader.below(path);
      if (reader.isOver) return;
    }
  } finally {
    objects.stop();
  }
}

function notListed(paths: readonly string[], reason: InputProblem, detail?: string): FileInput {
  const input = { type: "unreadable", name: paths[0] ?? ".", reason } as const;
  return detail === undefined ? input : { ...input, detail };
}
