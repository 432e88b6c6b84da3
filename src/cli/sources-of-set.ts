import { foldersOfAll } from "./folders-of-all.js";
import type { LintSources } from "./lint-tree.js";
import type { LoadedRoot } from "../cluster/roots/load-roots.js";
import type { Sources } from "./sources.js";

/** What another command is to read for what was found in a set of manifests. */
export function sourcesOfSet(
  { kustomizations, files, name, namespace }: LoadedRoot,
  sources: Sources,
  { roots, met }: Pick<LintSources, "roots" | "met">,
): Sources {
  if (roots.length < 2) return sources;
  const others = met.map((each) => each.name).filter((each) => !files.includes(each));
  const paths = [...kustomizations, ...foldersOfAll(files, others)];
  return {
    base: undefined,
    paths: paths.length > 0 ? paths : [name],
    ...(namespace === undefined ? {} : { namespace }),
  };
}
