import { resolve } from "node:path";
import { DISK } from "./disk.js";
import { linkDetail, linkOnTheWay } from "./link-on-the-way.js";
import { readRegularFile, type FileBytes } from "./read-file.js";
import type { WalkOptions } from "./walk.js";

/**
 * Reads a regular file that is named by itself, at most `limit` bytes of it. As in folders, links lead to it only where
 * that was asked for.
 */
export function readNamedFile(
  path: string,
  { cwd, followsLinks }: Pick<WalkOptions, "cwd" | "followsLinks">,
  limit: number,
): FileBytes {
  const link = followsLinks ? undefined : linkOnTheWay(DISK, cwd, path);
  if (link !== undefined) return { reason: "symbolic-link", ...linkDetail(link, path) };
  return readRegularFile(resolve(cwd, path), limit, followsLinks);
}
