import { byName, joined } from "./folder-entries.js";
import { join, resolve, sep } from "node:path";
import { DISK } from "./disk.js";
import { globDepth, globRoot, isGlob, matchesGlob } from "./glob.js";
import { linkDetail, linkOnTheWay } from "./link-on-the-way.js";
import { pathFrom, withSlashes } from "./path-names.js";
import { isAbsent, type TreeEntry, type FileTree } from "./file-tree.js";

/** A path that a walk found. */
export type FoundPath =
  | {
      readonly type: "file";
      readonly path: string;
      /** Where the file is, links resolved. */
      readonly real: string;
      readonly isNamed: boolean;
    }
  | { readonly type: "excluded"; readonly path: string }
  /** A folder with nothing in it: a submodule that is not checked out is one. */
  | { readonly type: "empty"; readonly path: string; readonly real: string }
  /** A folder of packages, of which only what comes with the repository is read, unless it is named. */
  | { readonly type: "packages"; readonly path: string; readonly real: string }
  | { readonly type: "kustomization"; readonly path: string; readonly real: string }
  /** The same, told before anything else of its folder: it names files that are no objects. */
  | { readonly type: "kustomized"; readonly path: string; readonly real: string }
  /** A helm chart's folder, with the charts in it: their templates are not manifests. */
  | { readonly type: "chart"; readonly path: string; readonly real: string }
  /** A link, device, FIFO or socket with the name of a manifest, a folder that cannot be listed, or what a link leads to. */
  | {
      readonly type: "refused";
      readonly path: string;
      readonly reason: "symbolic-link" | "not-a-file" | "not-readable";
      /** The code of the system's error, or the link on the way to the path. */
      readonly detail?: string;
      /** Set where it is a folder: nobody knows what is in it. */
      readonly isFolder?: true;
    };

/** How folders are walked. */
export interface WalkOptions {
  /** Paths are shown and excluded relative to this folder. */
  readonly cwd: string;
  readonly exclude: readonly string[];
  /** Tells what else is left out. @param path absolute */
  readonly excludes?: (path: string, isFolder: boolean) => boolean;
  readonly followsLinks: boolean;
}

/** Thrown for a path that is not there: a usage error, unlike anything that a walk meets. */
export class MissingPathError extends Error {
  readonly path: string;

  constructor(path: string) {
    super(isGlob(path) ? `no file matches ${path}` : `file not found: ${path}`);
    this.path = path;
  }
}

const MANIFEST = /\.(?:ya?ml|json)$/i;
const PACKAGES = "node_modules";
const KUSTOMIZATION: ReadonlySet<string> = new Set([
  "kustomization.yaml",
  "kustomization.yml",
  "Kustomization",
]);

/** A folder that is to be walked. */
interface Folder {
  readonly type: "folder";
  readonly path: string;
  /** The same without links. */
  readonly real: string;
  /** How many folders deep there may be files; 1 for this folder alone. */
  readonly depth: number;
  readonly readsPackages: boolean;
  /** True for what is part of a chart that was found above. */
  readonly isInChart?: boolean;
}

/**
 * Finds the files below paths, in one order whatever the file system's: by their paths. Folders are walked for `.yaml`,
 * `.yml` and `.json`; a path that is named itself is taken whatever it is called. What is reached twice is found once.
 */
export class FileFinder {
  readonly #options: WalkOptions;
  readonly #tree: FileTree;
  /** Real paths of the folders that are given: links are followed inside of them only. */
  readonly #roots: readonly string[];
  /** Real paths of what was found. */
  readonly #visited = new Set<string>();

  /** @param paths every path that will be walked */
  constructor(paths: readonly string[], options: WalkOptions, tree: FileTree = DISK) {
    this.#options = options;
    this.#tree = tree;
    this.#roots = paths
      .map((path) => withSlashes(path))
      .flatMap((path) => tree.real(resolve(options.cwd, isGlob(path) ? globRoot(path) : path)).value ?? []);
  }

  /**
   * The files of one of the paths.
   * @throws {MissingPathError} for a path that does not exist, or a glob that matches nothing
   */
  *below(typed: string): Generator<FoundPath> {
    const path = withSlashes(typed);
    const { cwd, followsLinks } = this.#options;
    const absolute = resolve(cwd, path);
    const type = this.#tree.typeOf(absolute);
    const isMissing = type.value === undefined && isAbsent(type.code);
    const first = isMissing && isGlob(path) ? globRoot(path) : path;
    const link = followsLinks ? undefined : linkOnTheWay(this.#tree, cwd, first);
    const real = this.#tree.real(absolute);
    if (link !== undefined)
      yield { type: "refused", path, reason: "symbolic-link", ...linkDetail(link, path) };
    else if (isMissing && isGlob(path)) yield* this.#glob(path);
    else if (isMissing) throw new MissingPathError(path);
    else if (type.value === undefined)
      yield { type: "refused", path, reason: "not-readable", detail: type.code };
    else if (real.value === undefined && type.value === "link")
      yield { type: "refused", path, reason: "symbolic-link" };
    else if (real.value === undefined)
      yield { type: "refused", path, reason: "not-readable", detail: real.code };
    else if (this.#isFolder(real.value)) yield* this.#folder(path, real.value, namesPackages(path));
    else yield* this.#file(path, real.value, true);
  }

  *#glob(glob: string): Generator<FoundPath> {
    const root = globRoot(glob);
    const real = this.#tree.real(resolve(this.#options.cwd, root)).value;
    const matches = (path: string): boolean => matchesGlob(glob.includes("/") ? glob : `./${glob}`, path);
    let found = 0;
    if (real !== undefined && this.#isFolder(real)) {
      for (const each of this.#folder(root, real, namesPackages(glob), globDepth(glob))) {
        if (!this.#mayMatch(each, matches)) continue;
        if (!BESIDE.has(each.type)) found++;
        yield each.type === "file" ? { ...each, isNamed: true } : each;
      }
    }
    if (found === 0) throw new MissingPathError(glob);
  }

  /** True also of what stands for files that are not seen: they may match. */
  #mayMatch(found: FoundPath, matches: (path: string) => boolean): boolean {
    if (found.type === "chart") return this.#hasTemplate(found.path, matches);
    if (BESIDE.has(found.type)) return true;
    return matches(found.path) || (found.type === "refused" && found.isFolder === true);
  }

  /** True where a glob reaches a template of a chart, which then is not read. */
  #hasTemplate(chart: string, matches: (path: string) => boolean): boolean {
    for (const folder of ["templates", "charts"].map((name) => join(chart, name))) {
      if (this.#tree.typeOf(resolve(this.#options.cwd, folder)).value === undefined) continue;
      const walk = new FileFinder([folder], this.#options, this.#tree);
      for (const found of walk.below(folder))
        if (found.type !== "kustomized" && found.type !== "empty" && this.#mayMatch(found, matches))
          return true;
    }
    return false;
  }

  /** What is in a folder and below it. The folders that are open are a list of ours: the call stack is not that deep. */
  *#folder(path: string, real: string, readsPackages: boolean, depth = Infinity): Generator<FoundPath> {
    const open = [this.#listing({ type: "folder", path, real, depth, readsPackages })];
    for (let listing = open.at(-1); listing !== undefined; listing = open.at(-1)) {
      const next = listing.next();
      if (next.done === true) open.pop();
      else if (next.value.type === "folder") open.push(this.#listing(next.value));
      else yield next.value;
    }
  }

  /** What is in one folder, with the folders in it that are to be walked. */
  *#listing(folder: Folder): Generator<FoundPath | Folder> {
    const { path, real } = folder;
    if (this.#visited.has(real)) return;
    this.#visited.add(real);
    const entries = this.#tree.entries(real);
    if (entries.value === undefined) {
      yield closedFolder(path, entries.code);
      return;
    }
    if (entries.value.length === 0) yield { type: "empty", path, real };
    const names = new Set(entries.value.map(({ name }) => name));
    const isChart = names.has("Chart.yaml") && (names.has("templates") || names.has("charts"));
    if (isChart && folder.isInChart !== true) yield { type: "chart", path, real };
    for (const { name, type, closed } of entries.value) {
      const file = joined(path, name);
      if (KUSTOMIZATION.has(name) && type === "file" && closed === undefined && !this.isExcluded(file))
        yield { type: "kustomized", path: file, real: join(real, name) };
    }
    for (const entry of byName(entries.value)) {
      if (isChart && entry.name === "templates") continue;
      for (const found of this.#entry(entry, folder))
        yield isChart && found.type === "folder" && entry.name === "charts"
          ? { ...found, isInChart: true }
          : found;
    }
  }

  *#entry(entry: TreeEntry, folder: Folder): Generator<FoundPath | Folder> {
    const { name, type, closed } = entry;
    const { depth, readsPackages } = folder;
    const path = joined(folder.path, name);
    const real = join(folder.real, name);
    if (type === "folder") {
      if (name === ".git" || depth <= 1) return;
      if (this.isExcluded(path, true)) yield { type: "excluded", path };
      else if (name === PACKAGES && !readsPackages) yield { type: "packages", path, real };
      else if (closed !== undefined) yield closedFolder(path, closed);
      else
        yield {
          type: "folder",
          path,
          real,
          depth: depth - 1,
          readsPackages,
          isInChart: folder.isInChart ?? false,
        };
      return;
    }
    const isRead = MANIFEST.test(name) || KUSTOMIZATION.has(name);
    if (!isRead && !(type === "link" && this.#options.followsLinks)) return;
    if (this.isExcluded(path)) yield { type: "excluded", path };
    else if (closed !== undefined) yield { type: "refused", path, reason: "not-readable", detail: closed };
    else if (type === "link") yield* this.#link({ path, real, depth, readsPackages }, name);
    else if (type !== "file") yield { type: "refused", path, reason: "not-a-file" };
    else if (KUSTOMIZATION.has(name)) yield { type: "kustomization", path, real };
    else yield* this.#file(path, real, false);
  }

  /** A link is followed only where that was asked for, and only inside of the given folders. */
  *#link(link: Omit<Folder, "type">, name: string): Generator<FoundPath | Folder> {
    const { path, real, depth } = link;
    const target = this.#options.followsLinks ? this.#tree.real(real).value : undefined;
    if (target === undefined || !this.#isInside(target)) {
      if (MANIFEST.test(name)) yield { type: "refused", path, reason: "symbolic-link" };
    } else if (this.#isFolder(target)) {
      if (depth > 1) yield { type: "folder", ...link, real: target, depth: depth - 1 };
    } else if (MANIFEST.test(name)) yield* this.#file(path, target, false);
  }

  #isFolder(path: string): boolean {
    return this.#tree.typeOf(path).value === "folder";
  }

  #isInside(real: string): boolean {
    return this.#roots.some(
      (root) => real === root || real.startsWith(root.endsWith(sep) ? root : root + sep),
    );
  }

  *#file(path: string, real: string, isNamed: boolean): Generator<FoundPath> {
    if (this.#visited.has(real)) return;
    this.#visited.add(real);
    yield { type: "file", path, real, isNamed };
  }

  /** True for a path that the options leave out. */
  isExcluded(path: string, isFolder = false): boolean {
    const { cwd, exclude, excludes } = this.#options;
    if (excludes?.(resolve(cwd, path), isFolder) === true) return true;
    if (exclude.length === 0) return false;
    const shown = pathFrom(cwd, path);
    return exclude.some((glob) => matchesGlob(glob, shown));
  }
}

/** What is told beside the files that a glob matches. */
const BESIDE: ReadonlySet<FoundPath["type"]> = new Set(["packages", "kustomized", "empty"]);

function closedFolder(path: string, detail: string): FoundPath {
  return { type: "refused", path, reason: "not-readable", detail, isFolder: true };
}

/** True where somebody who names a path wants what is in `node_modules`. */
function namesPackages(path: string): boolean {
  return path.split(/[\\/]/).includes(PACKAGES);
}
