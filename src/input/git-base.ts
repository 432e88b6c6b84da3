import { commitOf, findRoot } from "./git-repository.js";
import { Git } from "./git-process.js";
import { GitError } from "./git-error.js";
import { GitObjects } from "./git-objects.js";
import { pathInside } from "./path-inside.js";
import { namedTarget, type TargetBranch } from "./target-branch.js";
import type { Environment } from "./find-program.js";

/** Where git is asked, and by whose environment. */
export interface GitPlace {
  readonly cwd: string;
  readonly env: Environment;
  readonly signal?: AbortSignal;
}

/** A commit with what people call it. */
export interface NamedCommit {
  readonly commit: string;
  readonly name: string;
}

/** What a revision names. @throws {GitError} where it names no commit */
export async function revisionNamed({ cwd, env, signal }: GitPlace, name: string): Promise<NamedCommit> {
  return { commit: await commitOf(new Git(cwd, env, signal), name), name };
}

/**
 * Why there is no merge base: nothing is known to merge into, or the history that is there does not reach it; or the clone does not have
 * the branch that a CI system names: another one in its place may have what the change brings.
 */
export type NoMergeBase = "no-default-branch" | "history-missing" | TargetBranch;

/** True where there is one. */
export function isMergeBase(base: NamedCommit | NoMergeBase): base is NamedCommit {
  return typeof base !== "string" && "commit" in base;
}

/**
 * The commit at which the current one left the branch that it is to be merged into: the target of a pull or merge request where
 * a CI system tells it, and no other one then, else the default branch of `origin`, else a local one.
 * @throws {GitError} where git cannot be asked
 */
export async function mergeBase({ cwd, env, signal }: GitPlace): Promise<NamedCommit | NoMergeBase> {
  const git = new Git(cwd, env, signal);
  await findRoot(git);
  const isShallow = (await git.output(["rev-parse", "--is-shallow-repository"])).trim() === "true";
  const target = namedTarget(env);
  for (const ref of target === undefined ? USUAL : refsOf(target.branch)) {
    if (
      (await textOf(git, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`])) === ""
    )
      continue;
    const commit = await textOf(git, ["merge-base", "--", "HEAD", ref]);
    if (commit === "") return "history-missing";
    return {
      commit,
      name: ref.replace(/^refs\/(?:heads|remotes)\//, "").replace(/^origin\/HEAD$/, "origin"),
    };
  }
  if (target !== undefined) return target;
  return isShallow ? "history-missing" : "no-default-branch";
}

function refsOf(branch: string): readonly string[] {
  return [`refs/remotes/origin/${branch}`, `refs/heads/${branch}`];
}

/** Where nobody names a branch. */
const USUAL: readonly string[] = [
  "refs/remotes/origin/HEAD",
  "refs/remotes/origin/main",
  "refs/remotes/origin/master",
  "refs/heads/main",
  "refs/heads/master",
];

/** What git prints; nothing where it fails. */
async function textOf(git: Git, args: readonly string[]): Promise<string> {
  try {
    return (await git.output(args)).trim();
  } catch (error) {
    if (error instanceof GitError) return "";
    throw error;
  }
}

/**
 * The bytes of a file at a commit; undefined where there is none, or the path is outside of the repository.
 * @param path absolute
 * @throws {GitError} for what is no regular file, or is too large
 */
export async function readAtCommit(
  { cwd, env, signal }: GitPlace,
  commit: string,
  path: string,
  limit: number,
): Promise<Uint8Array | undefined> {
  const git = new Git(cwd, env, signal);
  const names = pathInside(await findRoot(git), path);
  if (names === undefined || names.length === 0) return undefined;
  const line = await git.output(["ls-tree", "-z", "--full-tree", commit, "--", names.join("/")]);
  const [mode = "", type, id = ""] = (line.split("\t")[0] ?? "").split(" ");
  if (line === "") return undefined;
  if (type !== "blob" || mode === "120000") throw new GitError(`${path} is no regular file at ${commit}`);
  const objects = new GitObjects(git);
  try {
    const read = await objects.read(id, limit);
    if (read.bytes === undefined) throw new GitError(`${path} can't be read at ${commit}: ${read.reason}`);
    return read.bytes;
  } finally {
    objects.stop();
  }
}
