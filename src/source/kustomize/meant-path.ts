import { nearest } from "../../base/text/nearest.js";
import { parentOf, resolvedPath } from "./paths.js";
import type { KustomizeOptions } from "./options.js";

/**
 * A path at which something stands, for one at which nothing does: the first of its names that is not there is misspelt.
 * @param text as it is written, relative to the folder
 * @returns as it would be written; undefined where no name is like it
 */
export function meantPath(
  folder: string,
  text: string,
  { at, namesIn }: Pick<KustomizeOptions, "at" | "namesIn">,
): string | undefined {
  const names = text.split("/");
  for (const [i, name] of names.entries()) {
    const path = resolvedPath(folder, names.slice(0, i + 1).join("/"));
    if (name === "" || name === "." || name === ".." || at(path).type !== "missing") continue;
    for (const meant of nearest(name, namesIn(parentOf(path)))) {
      const written = names.with(i, meant).join("/");
      if (at(resolvedPath(folder, written)).type !== "missing") return written;
    }
    return undefined;
  }
  return undefined;
}
