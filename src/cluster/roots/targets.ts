import { commonFolder, isBelow } from "./shown-paths.js";
import { parentOf, resolvedPath } from "../../source/kustomize/paths.js";
import type { Pointer } from "./pointers.js";
import type { TreeFiles } from "./tree-files.js";

/**
 * The folders of the tree that a pointer means. Its path is relative to its repository, which the tree is, or is a part of: the
 * nearest folder above that has such a one is taken.
 * @param paths the files of the tree
 */
export function foldersMeant(
  { path, repository, isPattern }: Pointer,
  paths: readonly string[],
  files: TreeFiles,
): readonly string[] {
  const top = commonFolder(paths);
  const written = path.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
  if (top === undefined || written.split("/").includes("..")) return [];
  // The root of a repository is that of this one where it is called as its folder is: any repository has one.
  if (written === "" || written === ".") return isCalled(repository, top) ? [top] : [];
  for (let base = top; ; base = parentOf(base)) {
    const found = isPattern
      ? foldersLike(written, base, paths)
      : files.at(resolvedPath(base, written)).type === "folder"
        ? [resolvedPath(base, written)]
        : [];
    if (found.length > 0) return found;
    if (base === parentOf(base)) return [];
  }
}

/** True for a repository whose name is that of a folder: `shop` of `git@git.example:team/shop.git`. */
function isCalled(repository: string | undefined, folder: string): boolean {
  const bare = (repository ?? "").replace(/\/+$/, "").replace(/\.git$/, "");
  const name = bare.slice(Math.max(bare.lastIndexOf("/"), bare.lastIndexOf(":")) + 1);
  return name !== "" && folder.endsWith(`/${name}`);
}

/** Folders below a folder whose path is like a pattern: a `*` stands for a part of one name. */
function foldersLike(pattern: string, base: string, paths: readonly string[]): readonly string[] {
  const parts = pattern.split("/");
  const found = new Set<string>();
  for (const path of paths) {
    if (!isBelow(path, base)) continue;
    const names = path.slice(base === "/" ? 1 : base.length + 1).split("/");
    if (names.length > parts.length && parts.every((part, i) => isLike(names[i] ?? "", part)))
      found.add(resolvedPath(base, names.slice(0, parts.length).join("/")));
  }
  return [...found];
}

function isLike(name: string, pattern: string): boolean {
  const [before = "", after, ...more] = pattern.split("*");
  if (after === undefined) return name === before;
  return (
    more.length === 0 &&
    name.length >= before.length + after.length &&
    name.startsWith(before) &&
    name.endsWith(after)
  );
}
