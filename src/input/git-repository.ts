import { GitError } from "./git-error.js";
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Git } from "./git-process.js";

/**
 * The folder that the paths of a commit begin in: the top of the working tree. Without one (a bare repository), it is the
 * folder that git was started in.
 * @throws {GitError} outside of repositories
 */
export async function findRoot(git: Git): Promise<string> {
  const folder = realpathSync(git.cwd);
  let answer: string;
  try {
    answer = await git.output(["rev-parse", "--is-inside-work-tree", "--show-cdup"]);
  } catch (error) {
    if (error instanceof GitError && error.message.includes("not a git repository"))
      throw new GitError(`not in a git repository: ${git.cwd}`, "run it inside the repository");
    throw error;
  }
  // The second line is the way up: `../../`
  const [isInside, up = ""] = answer.split("\n");
  return isInside === "true" ? resolve(folder, up) : folder;
}

/**
 * The id of the commit that a revision names.
 * @throws {GitError} where it names none, or git would have to choose: whoever may push a tag could have it mean another commit
 */
export async function commitOf(git: Git, revision: string): Promise<string> {
  const id = await idOf(git, revision);
  // `^main` passes as well, for what it leaves out.
  if (id === undefined || !/^[0-9a-f]{40,64}$/.test(id))
    throw new GitError(
      `no such git revision: ${revision}`,
      "use a branch, tag or commit; CI clones are often shallow: run git fetch first",
    );
  return id;
}

async function idOf(git: Git, revision: string): Promise<string | undefined> {
  // No revision begins so, and no argument holds a NUL.
  if (/^-|\0/.test(revision)) return undefined;
  const { output, said } = await answerFor(git, revision);
  // A whole id is a commit's, whatever else is called so.
  if (/^warning: refname .* is ambiguous/m.test(said) && !/^[0-9a-f]{40,64}$/.test(revision))
    throw new GitError(
      `several branches or tags can be meant by the git revision: ${revision}`,
      "write it whole: refs/heads/NAME, refs/remotes/origin/NAME, refs/tags/NAME, or a commit",
    );
  return output?.trimEnd();
}

async function answerFor(
  git: Git,
  revision: string,
): Promise<{ readonly output?: string; readonly said: string }> {
  try {
    return await git.answer([
      "-c",
      "core.warnAmbiguousRefs=true",
      "rev-parse",
      "--verify",
      "--end-of-options",
      `${revision}^{commit}`,
    ]);
  } catch (error) {
    if (error instanceof GitError) return { said: "" };
    throw error;
  }
}
