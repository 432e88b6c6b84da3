import { isAbsolute, join, normalize, parse, relative, resolve, sep } from "node:path";
import type { FileTree } from "./file-tree.js";

/**
 * The first symbolic link on the way to a path, the path itself included, as people would name it. The way begins where
 * path and working folder part: links above that are how the caller got here. Links in the root folder belong to the
 * system (`/tmp` may be one).
 * @param tree where the path is looked for
 */
export function linkOnTheWay(tree: FileTree, cwd: string, path: string): string | undefined {
  const { names, above } = wayTo(cwd, resolve(cwd, path));
  const isOfSystem = names.length > 1 && parse(above).root === above;
  const link = firstLink(
    tree,
    isOfSystem ? join(above, names[0] ?? "") : above,
    names.slice(isOfSystem ? 1 : 0),
  );
  return link === undefined || isAbsolute(path) ? link : relative(cwd, link);
}

/** The first symbolic link among the folders that names lead through from a folder, and what they lead to. */
export function firstLink(tree: FileTree, above: string, names: readonly string[]): string | undefined {
  let at = above;
  for (const name of names) {
    at = join(at, name);
    if (tree.typeOf(at).value === "link") return at;
  }
  return undefined;
}

/** The folder that a path shares with the working folder, and the names from there to the path. */
function wayTo(cwd: string, absolute: string): { readonly above: string; readonly names: readonly string[] } {
  const way = relative(cwd, absolute);
  // On Windows, a path on another drive
  if (isAbsolute(way)) {
    const { root } = parse(absolute);
    return { above: root, names: relative(root, absolute).split(sep) };
  }
  const names = way.split(sep);
  const down = names.findIndex((name) => name !== "..");
  const ups = down === -1 ? names.length : down;
  return {
    above: resolve(cwd, ...names.slice(0, ups)),
    names: names.slice(ups).filter((name) => name !== ""),
  };
}

/** The link that leads to a path, unless it is the path. */
export function linkDetail(link: string, path: string): { readonly detail?: string } {
  return normalize(link) === normalize(path) ? {} : { detail: link };
}
