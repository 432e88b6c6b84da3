import { posix } from "node:path";
import type { TreeEntry } from "./file-tree.js";

/** The path of what is in a folder, with slashes whatever the system: it is printed, and compared with globs. */
export function joined(folder: string, name: string): string {
  return folder === "." ? name : posix.join(folder, name);
}

/** What is in a folder, by name: whatever order the disk has, a run reads in one. */
export function byName(entries: readonly TreeEntry[]): readonly TreeEntry[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
