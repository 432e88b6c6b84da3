import { lstatSync, readdirSync, realpathSync, statSync, type Dirent } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { globRoot, isGlob, matchesGlob } from "./glob.js";

/** A path that a walk found. */
export type Found =
  | { readonly type: "file"; readonly path: string; readonly isNamed: boolean }
  | { readonly type: "excluded"; readonly path: string }
  | { readonly type: "kustomization"; readonly path: string }
  /** A helm chart's folder: its templates are not manifests. */
  | { readonly type: "chart"; readonly path: string }
  /** A link, device, FIFO or socket with the name of a manifest, or a folder that cannot be listed. */
  | {
      readonly type: "refused";
      readonly path: string;
      readonly reason: "symbolic-link" | "not-a-file" | "not-readable";
      readonly detail?: string;
    };

export interface WalkOptions {
  /** Paths are shown and excluded relative to this folder. */
  readonly cwd: string;
  readonly exclude: readonly string[];
  readonly followsLinks: boolean;
}

/** Thrown for a path that is not there: a usage error, unlike anything that a walk meets. */
export class MissingPathError extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`no such file or folder: ${path}`);
    this.path = path;
  }
}

const MANIFEST = /\.(?:ya?ml|json)$/i;
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([".git", "node_modules"]);
const KUSTOMIZATION: ReadonlySet<string> = new Set([
  "kustomization.yaml",
  "kustomization.yml",
  "Kustomization",
]);

/**
 * Finds the files below paths, in one order whatever the file system's: by their paths. Folders are walked for `.yaml`,
 * `.yml` and `.json`; a path that is named itself is taken whatever it is called.
 * @throws {MissingPathError} for a path that does not exist, or a glob that matches nothing
 */
export function* walk(paths: readonly string[], options: WalkOptions): Generator<Found> {
  const walker = new Walker(options);
  for (const path of paths) yield* walker.root(path);
}

class Walker {
  readonly #options: WalkOptions;
  /** Real paths of folders that were walked: a folder that is reached twice is read once. */
  readonly #visited = new Set<string>();
  readonly #files = new Set<string>();
  #root = "";

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  *root(path: string): Generator<Found> {
    const absolute = resolve(this.#options.cwd, path);
    const stat = lstatSync(absolute, { throwIfNoEntry: false });
    if (stat === undefined) {
      if (!isGlob(path)) throw new MissingPathError(path);
      yield* this.#glob(path);
      return;
    }
    if (stat.isSymbolicLink() && !this.#options.followsLinks)
      yield { type: "refused", path, reason: "symbolic-link" };
    else if (statSync(absolute).isDirectory()) yield* this.#folder(path, absolute);
    else yield* this.#file(path, absolute, true);
  }

  *#glob(glob: string): Generator<Found> {
    const root = globRoot(glob);
    const absolute = resolve(this.#options.cwd, root);
    let found = 0;
    if (lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true) {
      for (const each of this.#folder(root, absolute)) {
        if (!matchesGlob(glob.includes("/") ? glob : `./${glob}`, each.path)) continue;
        found++;
        yield each.type === "file" ? { ...each, isNamed: true } : each;
      }
    }
    if (found === 0) throw new MissingPathError(glob);
  }

  *#folder(path: string, absolute: string): Generator<Found> {
    this.#root = realpathSync(absolute);
    yield* this.#walkFolder(path, absolute);
  }

  *#walkFolder(path: string, absolute: string): Generator<Found> {
    const real = realpathSync(absolute);
    if (this.#visited.has(real)) return;
    this.#visited.add(real);
    let entries: Dirent[];
    try {
      entries = readdirSync(absolute, { withFileTypes: true });
    } catch (error) {
      yield {
        type: "refused",
        path,
        reason: "not-readable",
        detail: (error as NodeJS.ErrnoException).code ?? "",
      };
      return;
    }
    const isChart =
      entries.some(({ name }) => name === "Chart.yaml") && entries.some(({ name }) => name === "templates");
    if (isChart) yield { type: "chart", path };
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (isChart && entry.name === "templates") continue;
      yield* this.#entry(entry, path, absolute);
    }
  }

  *#entry(entry: Dirent, folder: string, absoluteFolder: string): Generator<Found> {
    const { name } = entry;
    const path = folder === "." ? name : join(folder, name);
    const absolute = join(absoluteFolder, name);
    if (entry.isDirectory()) {
      if (SKIPPED_FOLDERS.has(name)) return;
      if (this.#isExcluded(absolute)) yield { type: "excluded", path };
      else yield* this.#walkFolder(path, absolute);
      return;
    }
    if (!MANIFEST.test(name) && !(entry.isSymbolicLink() && this.#options.followsLinks)) return;
    if (this.#isExcluded(absolute)) yield { type: "excluded", path };
    else if (KUSTOMIZATION.has(name)) yield { type: "kustomization", path };
    else if (entry.isSymbolicLink()) yield* this.#link(path, absolute, name);
    else if (!entry.isFile()) yield { type: "refused", path, reason: "not-a-file" };
    else yield* this.#file(path, absolute, false);
  }

  /** A link is followed only where that was asked for, and only inside of the root. */
  *#link(path: string, absolute: string, name: string): Generator<Found> {
    const target = this.#options.followsLinks ? realPath(absolute) : undefined;
    const isInside = target !== undefined && (target === this.#root || target.startsWith(this.#root + sep));
    if (target === undefined || !isInside) {
      if (MANIFEST.test(name)) yield { type: "refused", path, reason: "symbolic-link" };
    } else if (statSync(target).isDirectory()) yield* this.#walkFolder(path, target);
    else if (MANIFEST.test(name)) yield* this.#file(path, target, false);
  }

  *#file(path: string, absolute: string, isNamed: boolean): Generator<Found> {
    if (this.#files.has(absolute)) return;
    this.#files.add(absolute);
    yield { type: "file", path, isNamed };
  }

  #isExcluded(absolute: string): boolean {
    const path = relative(this.#options.cwd, absolute).split(sep).join("/");
    return this.#options.exclude.some((glob) => matchesGlob(glob, path));
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
