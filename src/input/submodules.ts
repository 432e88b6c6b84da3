import { dirname, join } from "node:path";
import { pathInside } from "./path-inside.js";
import { readRegularFile } from "./read-file.js";
import { workTreeRoot } from "./config-file.js";

/**
 * True for a folder that the `.gitmodules` of its work tree names: what is in it is another repository's. Nothing is run.
 * @param folder absolute, without links
 */
export function isSubmodule(folder: string): boolean {
  const root = workTreeRoot(dirname(folder));
  if (root === undefined) return false;
  const { bytes } = readRegularFile(join(root, ".gitmodules"), LARGEST, false);
  const path = pathInside(root, folder)?.join("/");
  if (bytes === undefined || path === undefined) return false;
  return [...Buffer.from(bytes).toString("utf8").matchAll(PATH)].some(([, named]) => named === path);
}

/** More than any list of submodules. */
const LARGEST = 1_000_000;

/** `path = charts/common`, as git writes it. */
const PATH = /^[ \t]*path[ \t]*=[ \t]*"?([^"\r\n]*[^"\r\n/\t ])\/?"?[ \t]*\r?$/gm;
