import { decodeBytes } from "../../source/manifest/bytes.js";
import { firstLink } from "../link-on-the-way.js";
import { join, resolve } from "node:path";
import { KUSTOMIZATION_NAMES } from "../../source/kustomize/kustomization.js";
import { namesBelow, pathFrom } from "../path-names.js";
import { pluginRefusal, renderCheck } from "../../source/kustomize/render-check.js";
import type { FileSource } from "../found-reader.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** Kustomizations that one uses. */
const MOST_FOLDERS = 500;

/** Bytes of a kustomization. */
const LARGEST = 1_000_000;

/**
 * The folders of a kustomization and of all that it uses, none of them inside of another one; or why it is not to be rendered.
 * @param folder its path, without links
 * @param root the folder that all of it must be in, without links
 */
export async function kustomizationFolders(
  folder: string,
  root: string,
  source: FileSource,
): Promise<readonly string[] | string> {
  const reached = new Set([folder]);
  for (const each of reached) {
    if (reached.size > MOST_FOLDERS) return `it uses more than ${MOST_FOLDERS} kustomizations`;
    const about = each === folder ? "" : `${pathFrom(root, each)}: `;
    const further = await usedBy(each, root, source);
    if (typeof further === "string") return `${about}${further}`;
    for (const next of further) reached.add(next);
  }
  const all = [...reached];
  return all.filter((each) => !all.some((other) => other !== each && namesBelow(other, each) !== undefined));
}

/** The folders that a kustomization uses, or why it is refused. */
async function usedBy(folder: string, root: string, source: FileSource): Promise<readonly string[] | string> {
  const refusal = outside(folder, root, source);
  if (refusal !== undefined) return refusal;
  const names = KUSTOMIZATION_NAMES.filter(
    (name) => source.tree.typeOf(join(folder, name)).code === undefined,
  );
  const [name, ...others] = names;
  if (name === undefined || others.length > 0)
    return name === undefined ? "it has no kustomization" : "it has several kustomizations";
  const file = await fileAt(join(folder, name), name, source);
  if (file === undefined) return `${name} can't be read`;
  const check = renderCheck(file);
  if (check.refusal !== undefined) return check.refusal;
  const folders: string[] = [];
  for (const path of check.resources) {
    const at = resolve(folder, path);
    const why = outside(at, root, source);
    if (why !== undefined) return `it names ${path}, ${why}`;
    if (source.tree.typeOf(at).value === "folder") folders.push(at);
  }
  for (const path of [...check.files, ...check.plugins]) {
    const why = outside(resolve(folder, path), root, source);
    if (why !== undefined) return `it names ${path}, ${why}`;
  }
  for (const path of check.plugins) {
    const plugin = await fileAt(resolve(folder, path), path, source);
    if (plugin === undefined) return `it names ${path}, which is no file of its own`;
    const why = pluginRefusal(plugin);
    if (why !== undefined) return why;
  }
  return folders;
}

/** Why a path is not to be read. */
function outside(path: string, root: string, { tree }: FileSource): string | undefined {
  const names = namesBelow(root, path);
  if (names === undefined) return "which leads out of the tree";
  const link = firstLink(tree, root, names);
  if (link !== undefined) return `which is reached through the link ${pathFrom(root, link)}`;
  const { value: type } = tree.typeOf(path);
  return type === "file" || type === "folder" ? undefined : "which doesn't exist";
}

async function fileAt(
  path: string,
  name: string,
  { tree, read }: FileSource,
): Promise<SourceFile | undefined> {
  if (tree.typeOf(path).value !== "file") return undefined;
  const { bytes } = await read(path, LARGEST);
  return bytes === undefined ? undefined : decodeBytes(name, bytes).file;
}
