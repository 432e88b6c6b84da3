import { lstatSync, readdirSync, realpathSync, type Dirent, type Stats } from "node:fs";
import type { ValueOrCode, EntryType, FileTree } from "./file-tree.js";

/** The files as they are now. */
export const DISK: FileTree = {
  typeOf: (path) => attempt(() => typeOf(lstatSync(path))),
  real: (path) => attempt(() => realpathSync(path)),
  entries: (folder) =>
    attempt(() =>
      readdirSync(folder, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        type: typeOf(entry),
      })),
    ),
};

function typeOf(entry: Stats | Dirent): EntryType {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "special";
}

/** What a call of the file system gave, or the code of its error. */
function attempt<T>(call: () => T): ValueOrCode<T> {
  try {
    return { value: call() };
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code ?? "" };
  }
}
