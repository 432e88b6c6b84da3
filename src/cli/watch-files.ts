import { basename, resolve } from "node:path";

/** What a run reads that may change. */
export interface WatchedFiles {
  /** Files and folders, absolute; what is not there may come. */
  readonly paths: readonly string[];
  /** Files that count whatever they are called: config, baseline; absolute. */
  readonly named: readonly string[];
  /** Files that the run writes itself; absolute. */
  readonly written: readonly string[];
  /** True for what is left out. @param path absolute */
  readonly excludes: (path: string, isFolder: boolean) => boolean;
  readonly followsLinks: boolean;
}

/** Something that tells of changes until it is closed. */
export interface Watcher {
  /** Watches further files, absolute. */
  add(paths: readonly string[]): void;
  close(): Promise<void>;
}

/** Files whose change may change what a run finds: manifests, kustomizations, charts. */
const READ = /\.(?:ya?ml|json|tpl)$|^Kustomization$/i;

/** Folders that no run looks into on its own. */
const CLOSED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * Tells of changes below paths: what is written in place, saved beside and renamed, made, moved and deleted, in folders that come
 * later too.
 * @returns once everything that is there now is watched
 * @throws {Error} where the system watches no more files
 */
export async function watchFiles(files: WatchedFiles, onChange: (path: string) => void): Promise<Watcher> {
  const { watch } = await import("chokidar");
  const named = new Set(files.named);
  const watcher = watch([...files.paths, ...named], {
    ignoreInitial: true,
    followSymlinks: files.followsLinks,
    ignored: (path, stats) => isIgnored(resolve(path), stats?.isFile(), { ...files, named }),
    ignorePermissionErrors: true,
  });
  watcher.on("all", (_event, path) => onChange(path));
  await new Promise<void>((done, fail) => {
    watcher.once("ready", done);
    watcher.once("error", fail);
  });
  // What cannot be watched later on is found by the next run.
  watcher.on("error", () => undefined);
  return {
    add: (paths) => {
      const fresh = paths.filter((path) => !named.has(path));
      for (const each of fresh) named.add(each);
      if (fresh.length > 0) watcher.add(fresh);
    },
    close: () => watcher.close(),
  };
}

/** @param isFile undefined where it is not known */
function isIgnored(
  path: string,
  isFile: boolean | undefined,
  { paths, named, written, excludes }: Omit<WatchedFiles, "named"> & { readonly named: ReadonlySet<string> },
): boolean {
  if (written.includes(path)) return true;
  if (named.has(path) || paths.includes(path)) return false;
  const name = basename(path);
  if (isFile === true) return !READ.test(name) || excludes(path, false);
  return CLOSED.has(name) || (isFile === false && excludes(path, true));
}
