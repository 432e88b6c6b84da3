import { chartPaths, documentValues, pathTexts } from "../source/kustomize/may-be-paths.js";
import { decodeBytes } from "../source/manifest/bytes.js";
import { DEFAULT_LIMITS } from "./limits.js";
import { DISK } from "./disk.js";
import { firstLink } from "./link-on-the-way.js";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { isAbsent } from "./file-tree.js";
import { KUSTOMIZATION_NAMES } from "../source/kustomize/kustomization.js";
import { namesBelow, pathFrom } from "./path-names.js";
import type { FileSource } from "./found-reader.js";
import type { Value } from "../source/manifest/value.js";

/** Files and folders, or why they can't all be told. */
export type ContentPaths =
  | { readonly paths: readonly string[]; readonly why?: never }
  | { readonly paths?: never; readonly why: string };

/** Charts and kustomizations that one is made of. */
const MOST_PATHS = 2_000;

const CHART_FILES: readonly string[] = ["Chart.yaml", "requirements.yaml"];

/**
 * All that charts and kustomizations are made of: themselves, and what they name elsewhere. None of it is inside of another one.
 * @param begin files and folders, without links
 * @param root the folder that all of it must be in, without links
 */
export function contentPaths(
  begin: readonly string[],
  root: string,
  source: FileSource,
): Promise<ContentPaths> {
  return new ContentFinder(begin, root, source).find();
}

class ContentFinder {
  readonly #paths: Set<string>;
  readonly #root: string;
  readonly #source: FileSource;
  /** Why not all of it can be told. */
  #why: string | undefined;

  constructor(begin: readonly string[], root: string, source: FileSource) {
    this.#paths = new Set(begin);
    this.#root = root;
    this.#source = source;
  }

  async find(): Promise<ContentPaths> {
    for (const path of this.#paths) {
      if (this.#paths.size > MOST_PATHS)
        return { why: `it is made of more than ${MOST_PATHS} files and folders` };
      if (this.#source.tree.typeOf(path).value === "folder") await this.#readFolder(path);
      if (this.#why !== undefined) return { why: this.#why };
    }
    return { paths: [...this.#paths].filter((path) => !this.#isInside(path)) };
  }

  /** True for what is in a folder that is among the paths itself. */
  #isInside(path: string): boolean {
    for (let at = path; at !== dirname(at); at = dirname(at)) if (this.#paths.has(dirname(at))) return true;
    return false;
  }

  /** Adds what the chart or kustomization in a folder names that is there. */
  async #readFolder(folder: string): Promise<void> {
    for (const name of KUSTOMIZATION_NAMES) {
      const { paths, plugins } = pathTexts(await this.#valuesAt(join(folder, name), "kustomize"));
      for (const text of paths) this.#add(folder, text);
      await this.#readPlugins(
        folder,
        plugins.map((each) => resolve(folder, each)),
      );
    }
    for (const name of CHART_FILES) {
      const values = await this.#valuesAt(join(folder, name), "helm");
      for (const text of chartPaths(values)) this.#add(folder, text);
    }
    // Charts in charts name others as well.
    const charts = join(folder, "charts");
    for (const { name, type, closed } of this.#source.tree.entries(charts).value ?? [])
      if (type === "folder" && closed === undefined) this.#add(charts, name);
  }

  /**
   * Adds what plugins name. One may be built from a kustomization, and it names files as if it stood in the folder for which it runs.
   * @param folder the one for which they run
   */
  async #readPlugins(folder: string, begin: readonly string[]): Promise<void> {
    const plugins = new Set(begin);
    for (const plugin of plugins) {
      if (plugins.size > MOST_PATHS) {
        this.#why ??= `its plugins are more than ${MOST_PATHS} files and folders`;
        return;
      }
      for (const text of pathTexts(await this.#valuesAt(plugin, "plugin")).paths) this.#add(folder, text);
      for (const name of KUSTOMIZATION_NAMES)
        for (const text of pathTexts(await this.#valuesAt(join(plugin, name), "kustomize")).paths)
          plugins.add(resolve(plugin, text));
    }
  }

  /** Adds what a text of a folder's file names, if it names anything. */
  #add(folder: string, text: string): void {
    if (isAbsolute(text) || text.includes("\0")) return;
    const path = resolve(folder, text);
    if (!this.#isThere(path)) return;
    const why = this.#whyNotTold(path);
    if (why === undefined) this.#paths.add(path);
    else this.#why ??= `it names ${pathFrom(folder, path)}, ${why}`;
  }

  /** The documents of a file, if there is one. @param reader who reads it: what a plugin reads may be anything */
  async #valuesAt(path: string, reader: "kustomize" | "helm" | "plugin"): Promise<readonly Value[]> {
    if (this.#source.tree.typeOf(path).value !== "file") return [];
    const { bytes } = await this.#source.read(path, DEFAULT_LIMITS.fileSize);
    const file = bytes === undefined ? undefined : decodeBytes(path, bytes).file;
    const values = file === undefined ? undefined : documentValues(file);
    // Of what is not read here it is not known what it names.
    if (values === undefined && (bytes === undefined || reader !== "plugin"))
      this.#why ??= `${pathFrom(this.#root, path)} can't be read, which may name more`;
    return values ?? [];
  }

  /** True also for what cannot be looked at. */
  #isThere(path: string): boolean {
    // A revision holds nothing outside of its root.
    const tree = namesBelow(this.#root, path) === undefined ? DISK : this.#source.tree;
    const { code } = tree.typeOf(path);
    return code === undefined || !isAbsent(code);
  }

  /** Why the content of a path is not to be told. */
  #whyNotTold(path: string): string | undefined {
    const names = namesBelow(this.#root, path);
    if (names === undefined) return "which leads out of the tree";
    const link = firstLink(this.#source.tree, this.#root, names);
    return link === undefined ? undefined : `which is reached through the link ${pathFrom(this.#root, link)}`;
  }
}
