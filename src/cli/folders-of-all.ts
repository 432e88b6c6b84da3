import { folderOf } from "../base/text/folder-of.js";

/** Some files by as few paths as name them and none of the others: folders where all that was met in them is among the files. */
export function foldersOfAll(files: readonly string[], others: readonly string[]): readonly string[] {
  const closed = new Set<string>();
  for (const each of others)
    for (let folder = folderOf(each); !closed.has(folder); folder = folderOf(folder)) closed.add(folder);
  const paths = files.map((file) => {
    let path = file;
    for (let folder = folderOf(path); !closed.has(folder) && folder !== path; folder = folderOf(folder)) {
      path = folder;
      if (folder === "." || folder === "" || folder === "/") break;
    }
    return path;
  });
  return [...new Set(paths)];
}
