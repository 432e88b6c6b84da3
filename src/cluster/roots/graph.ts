import { isRemote, parentOf, resolvedPath } from "../../source/kustomize/paths.js";
import { KUSTOMIZATION_NAMES } from "../../source/kustomize/kustomization.js";
import { kustomizationOf } from "../../source/kustomize/in-folder.js";
import { field, textOf } from "../../source/manifest/node.js";
import type { Kustomization } from "../../source/kustomize/kustomization.js";
import type { TreeFiles } from "./tree-files.js";

/** What a kustomization names. */
export interface KustomizationNode {
  readonly path: string;
  readonly kustomization: Kustomization;
  /** Kustomizations among its resources, by their paths. */
  readonly bases: ReadonlySet<string>;
  readonly components: ReadonlySet<string>;
  /** Files that it names: objects, patches, what it reads besides. */
  readonly files: ReadonlySet<string>;
  /** Those of them that hold objects. */
  readonly objects: ReadonlySet<string>;
}

/** More kustomizations than any repository has. */
const MOST_KUSTOMIZATIONS = 20_000;

/** Reads what kustomizations name, and what those name, until all of it is known. */
export async function kustomizationGraph(
  begin: readonly string[],
  files: TreeFiles,
): Promise<ReadonlyMap<string, KustomizationNode>> {
  const nodes = new Map<string, KustomizationNode>();
  const open = [...begin];
  for (let path = open.shift(); path !== undefined && nodes.size < MOST_KUSTOMIZATIONS; path = open.shift()) {
    if (nodes.has(path)) continue;
    const found = files.at(path);
    if (found.type !== "file") continue;
    const node = await nodeOf(path, kustomizationOf(found.file), files);
    nodes.set(path, node);
    open.push(...node.bases, ...node.components);
  }
  return nodes;
}

async function nodeOf(
  path: string,
  kustomization: Kustomization,
  files: TreeFiles,
): Promise<KustomizationNode> {
  const folder = parentOf(path);
  const bases = new Set<string>();
  const components = new Set<string>();
  const named = new Set<string>();
  const add = async (text: string, folders: Set<string> | undefined): Promise<void> => {
    if (text === "" || isRemote(text)) return;
    const at = resolvedPath(folder, text);
    const found = await files.look(at);
    if (found.type === "file") named.add(at);
    else if (found.type !== "unreadable" && found.type !== "outside" && folders !== undefined) {
      const inner = await kustomizationBelow(at, files);
      if (inner !== undefined) folders.add(inner);
    }
  };
  for (const each of kustomization.resources) await add(textOf(each) ?? "", bases);
  const objects = new Set(named);
  for (const each of kustomization.components) await add(textOf(each) ?? "", components);
  for (const each of [
    ...[...kustomization.strategicPatches, ...kustomization.patches, ...kustomization.jsonPatches].flatMap(
      ({ at, isPath }) => (isPath ? [at] : []),
    ),
    ...kustomization.configurations,
    ...kustomization.replacements.flatMap((each) => field(each, "path") ?? []),
  ])
    await add(textOf(each) ?? "", undefined);
  return { path, kustomization, bases, components, files: named, objects };
}

/** The kustomization in a folder, read where it is not known yet. */
async function kustomizationBelow(folder: string, files: TreeFiles): Promise<string | undefined> {
  for (const name of KUSTOMIZATION_NAMES) {
    const path = resolvedPath(folder, name);
    if ((await files.look(path)).type === "file") return path;
  }
  return undefined;
}

/** All that is reached from some kustomizations, themselves included. */
export function reachedFrom(
  begin: Iterable<string>,
  nodes: ReadonlyMap<string, KustomizationNode>,
  next: (node: KustomizationNode) => Iterable<string> = ({ bases, components }) => [...bases, ...components],
): ReadonlySet<string> {
  const reached = new Set<string>(begin);
  for (const path of reached) {
    const node = nodes.get(path);
    if (node !== undefined) for (const each of next(node)) reached.add(each);
  }
  return reached;
}
