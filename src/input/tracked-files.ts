import { findRoot } from "./git-repository.js";
import { Git } from "./git-process.js";
import { GitError } from "./git-error.js";
import { pathInside } from "./path-inside.js";
import { resolve } from "node:path";
import { workTreeRoot } from "./config-file.js";
import type { Environment } from "./find-program.js";

/**
 * The files of a folder that git tracks, absolute and without links: they come with the repository, however the folder is called.
 * None outside of a git work tree, and where git cannot be asked.
 * @param folder absolute, without links
 */
export async function trackedFiles(folder: string, env: Environment): Promise<ReadonlySet<string>> {
  const top = workTreeRoot(folder);
  if (top === undefined) return new Set();
  try {
    const git = new Git(top, env);
    const root = await findRoot(git);
    const names = pathInside(root, folder);
    if (names === undefined) return new Set();
    const listed = await git.output(["ls-files", "-z", "--full-name", "--", names.join("/")]);
    return new Set(
      listed
        .split("\0")
        .filter((path) => path !== "")
        .map((path) => resolve(root, path)),
    );
  } catch (error) {
    if (error instanceof GitError) return new Set();
    throw error;
  }
}
