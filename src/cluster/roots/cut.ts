import { addApplied } from "./applied.js";
import { addConfigured, addKustomized } from "./given.js";
import { addRest } from "./rest.js";
import { addVariants } from "./variants.js";
import { fileIn, isKustomizationInput, type FetchFile } from "./tree-files.js";
import { kustomizationGraph } from "./graph.js";
import { SourceTree, type Root } from "./source-tree.js";
import { Units } from "./units.js";
import type { Input } from "../load/input.js";
import type { LoadOptions } from "../load/options.js";
import type { RenderKustomization } from "../load/rendered.js";

/** How a tree is cut. */
export interface CutOptions {
  readonly load: LoadOptions;
  /** Reads bases that are outside of the named paths; without it they are not read. */
  readonly fetch?: FetchFile;
  /** Has kustomizations rendered that are not built here; without it they stay as they are. */
  readonly render?: RenderKustomization;
  /** Folders that are a set together, whatever the tree says: paths of slashes, without links. */
  readonly configured?: readonly (readonly string[])[];
  /** Folders of which those that are a kustomization stand for what that builds alone: other files in them are left out. */
  readonly kustomized?: readonly string[];
}

/** Cuts a tree into the sets of manifests that are applied together, in the order of their names. */
export async function cutIntoRoots(inputs: readonly Input[], options: CutOptions): Promise<readonly Root[]> {
  const tree = new SourceTree(inputs, options.fetch);
  const own = inputs.filter(isKustomizationInput).flatMap((input) => fileIn(input)?.real ?? []);
  tree.nodes = await kustomizationGraph(own, tree.files);
  for (const each of tree.files.further) tree.byPath.set(each.real, each);
  const units = new Units(options.load, tree.files, tree.nodes, tree.byPath, options.render);
  const tops = tree.tops(own);
  for (const each of options.kustomized ?? []) await addKustomized(tree, each, units);
  // Of folders in one another, the innermost one counts.
  const depth = (paths: readonly string[]): number =>
    Math.max(...paths.map((path) => path.split("/").length));
  for (const each of (options.configured ?? []).toSorted((a, b) => depth(b) - depth(a)))
    await addConfigured(tree, each, tops, units);
  await addApplied(tree, units);
  // What a kustomization names is a part of it alone.
  const named = tree.named(tops);
  const left = await addVariants(
    tree,
    tops.filter((top) => !tree.taken.has(top)),
    units,
  );
  await addRest(tree, named, left, units);
  return tree.roots.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
