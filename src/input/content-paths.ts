import { ABSENT } from "./walk.js";
import { chartPaths, pathTexts, type PathTexts } from "../source/kustomize/may-be-paths.js";
import { decodeBytes } from "../source/manifest/bytes.js";
import { DISK } from "./disk.js";
import { firstLink } from "./link-on-the-way.js";
import { isAbsolute, join, resolve } from "node:path";
import { KUSTOMIZATION_NAMES } from "../source/kustomize/kustomization.js";
import { namesBelow, pathFrom } from "./path-names.js";
import type { FileSource } from "./found-reader.js";

/** Files and folders, or why they can't all be told. */
export type ContentPaths =
  | { readonly paths: readonly string[] }
  | { readonly paths?: never; readonly why: string };

/** Bytes of what names other files. */
const LARGEST = 1_000_000;

/** Charts and kustomizations that one is made of. */
const MOST_PATHS = 2_000;

const CHART_FILES: readonly string[] = ["Chart.yaml", "requirements.yaml"];

/**
 * All that charts and kustomizations are made of: themselves, and what they name elsewhere. None of it is inside of another one.
 * @param begin files and folders, without links
 * @param root the folder that all of it must be in, without links
 */
export async function contentPaths(
  begin: readonly string[],
  root: string,
  source: FileSource,
): Promise<ContentPaths> {
  const paths = new Set(begin);
  for (const path of paths) {
    if (paths.size > MOST_PATHS) return { why: `it is made of more than ${MOST_PATHS} files and folders` };
    if (source.tree.typeOf(path).value !== "folder") continue;
    for (const named of await namedBy(path, root, source)) {
      const why = outside(named, root, source);
      if (why !== undefined) return { why: `it names ${pathFrom(path, named)}, ${why}` };
      paths.add(named);
    }
  }
  const all = [...paths];
  return {
    paths: all.filter(
      (each) => !all.some((other) => other !== each && namesBelow(other, each) !== undefined),
    ),
  };
}

/** What the chart or kustomization in a folder names that is there. */
async function namedBy(folder: string, root: string, source: FileSource): Promise<readonly string[]> {
  const { tree } = source;
  const named = new Set<string>();
  const add = (text: string): void => {
    const path = resolve(folder, text);
    if (!isAbsolute(text) && !text.includes("\0") && isThere(path, root, source)) named.add(path);
  };
  for (const name of KUSTOMIZATION_NAMES) {
    const { paths, plugins } = await textsOf(join(folder, name), source);
    for (const text of paths) add(text);
    for (const plugin of plugins)
      for (const text of (await textsOf(resolve(folder, plugin), source)).paths) add(text);
  }
  for (const name of CHART_FILES) {
    const file = await fileAt(join(folder, name), source);
    for (const text of file === undefined ? [] : chartPaths(file)) add(text);
  }
  // Charts in charts name others as well.
  const charts = join(folder, "charts");
  for (const { name, type, closed } of tree.entries(charts).value ?? [])
    if (type === "folder" && closed === undefined) named.add(join(charts, name));
  return [...named];
}

async function textsOf(path: string, source: FileSource): Promise<PathTexts> {
  const file = await fileAt(path, source);
  return file === undefined ? { paths: [], plugins: [] } : pathTexts(file);
}

async function fileAt(
  path: string,
  { tree, read }: FileSource,
): Promise<{ readonly name: string; readonly text: string } | undefined> {
  if (tree.typeOf(path).value !== "file") return undefined;
  const { bytes } = await read(path, LARGEST);
  return bytes === undefined ? undefined : decodeBytes(path, bytes).file;
}

/** True also for what cannot be looked at. */
function isThere(path: string, root: string, { tree }: FileSource): boolean {
  // A revision holds nothing outside of its root.
  const { code } = (namesBelow(root, path) === undefined ? DISK : tree).typeOf(path);
  return code === undefined || !ABSENT.has(code);
}

/** Why the content of a path is not to be told. */
function outside(path: string, root: string, { tree }: FileSource): string | undefined {
  const names = namesBelow(root, path);
  if (names === undefined) return "which leads out of the tree";
  const link = firstLink(tree, root, names);
  return link === undefined ? undefined : `which is reached through the link ${pathFrom(root, link)}`;
}
