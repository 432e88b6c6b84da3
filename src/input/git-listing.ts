import { gitFailure } from "./git-error.js";
import { GitTree } from "./git-tree.js";
import type { Git } from "./git-process.js";

/** Counts bytes: a mode, an id and a path. */
const LONGEST_LINE = 65_536;

/** Which files of a commit are listed. */
export interface ListingOptions {
  /** The folder that the commit's paths begin in. */
  readonly root: string;
  /** First parts of the paths that are listed; all are where there are none. */
  readonly below: readonly string[];
  /** Counts files. */
  readonly limit: number;
}

/**
 * Lists the files of a commit, or `undefined` where there are more than `limit`: a few small objects can name the same
 * folder billions of times.
 * @throws {GitError} where git cannot list them
 */
export async function listTree(
  git: Git,
  commit: string,
  { root, below, limit }: ListingOptions,
): Promise<GitTree | undefined> {
  const tree = new GitTree(root);
  const { stdin, stdout, failure, stop } = git.start([
    "ls-tree",
    "-r",
    "-z",
    "--full-tree",
    commit,
    "--",
    ...below,
  ]);
  stdin.end();
  let count = 0;
  try {
    for await (const line of linesOf(stdout)) {
      if (++count > limit) return undefined;
      const tab = line.indexOf("\t");
      // `<mode> <type> <id>`, then the path
      const [mode = "", , id = ""] = line.toString("latin1", 0, tab).split(" ");
      tree.add(mode, id, line.subarray(tab + 1));
    }
    const message = await failure;
    if (message !== undefined) throw gitFailure("ls-tree", message);
    return tree;
  } finally {
    stop();
  }
}

/** What stands before each NUL. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
      yield bytes.subarray(start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > LONGEST_LINE) throw gitFailure("ls-tree", "a path is too long to be one");
  }
}
