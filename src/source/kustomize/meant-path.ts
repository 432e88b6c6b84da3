import { nearest } from "../../base/text/nearest.js";
import { textOf } from "../manifest/node.js";
import { parentOf, resolvedPath } from "./paths.js";
import type { Kustomization } from "./kustomization.js";
import type { KustomizeOptions } from "./options.js";

/**
 * A path at which something stands, for one at which nothing does: the first of its names that is not there is misspelt.
 * @param text as it is written, relative to the folder
 * @param kustomization which names it: what it names besides is not meant by it
 * @returns as it would be written; undefined where no name is like it
 */
export function meantPath(
  folder: string,
  text: string,
  { at, namesIn }: Pick<KustomizeOptions, "at" | "namesIn">,
  kustomization: Kustomization,
): string | undefined {
  const { resources, components, strategicPatches, patches, jsonPatches } = kustomization;
  const patchFiles = [...strategicPatches, ...patches, ...jsonPatches].flatMap((each) =>
    each.isPath ? [each.at] : [],
  );
  const others = new Set(
    [...resources, ...components, ...patchFiles].map((each) => resolvedPath(folder, textOf(each) ?? "")),
  );
  const names = text.split("/");
  for (const [i, name] of names.entries()) {
    const path = resolvedPath(folder, names.slice(0, i + 1).join("/"));
    if (name === "" || name === "." || name === ".." || at(path).type !== "missing") continue;
    for (const meant of nearest(name, namesIn(parentOf(path)))) {
      const written = names.with(i, meant).join("/");
      const there = resolvedPath(folder, written);
      if (at(there).type !== "missing" && !others.has(there)) return written;
    }
    return undefined;
  }
  return undefined;
}
