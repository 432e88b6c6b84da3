import { parentOf } from "../../source/kustomize/paths.js";
import { folderOf } from "../../base/text/folder-of.js";

/** A file's path, and the name under which people see it. */
export interface ShownPath {
  readonly real: string;
  readonly name: string;
}

/** How folders are shown: as the files in them are. */
export class ShownFolders {
  readonly #shown = new Map<string, string>();

  constructor(files: Iterable<ShownPath>) {
    for (const { real, name } of files) {
      let [path, shown] = [parentOf(real), folderOf(name)];
      while (!this.#shown.has(path)) {
        this.#shown.set(path, shown);
        const isLast = path === parentOf(path) || shown === "." || shown === "/" || shown.endsWith("..");
        if (isLast) break;
        [path, shown] = [parentOf(path), folderOf(shown)];
      }
    }
  }

  /** The name of a folder by its path. */
  of(path: string): string {
    return this.#shown.get(path) ?? path;
  }

  /** True for a folder that has a name. */
  has(path: string): boolean {
    return this.#shown.has(path);
  }
}

/** The folder that all paths are below; undefined where there are none. */
export function commonFolder(paths: readonly string[]): string | undefined {
  const [first, ...others] = paths;
  if (first === undefined) return undefined;
  let common = parentOf(first);
  for (const path of others) while (!isBelow(path, common)) common = parentOf(common);
  return common;
}

/** True for a path in a folder, or in one of its folders. */
export function isBelow(path: string, folder: string): boolean {
  return folder === "/" ? path.startsWith("/") : path.startsWith(`${folder}/`);
}

/** The names of the folders that lead from a folder to a file below it. */
export function foldersTo(path: string, folder: string): readonly string[] {
  const way = folder === "/" ? path.slice(1) : path.slice(folder.length + 1);
  return way.split("/").slice(0, -1);
}
