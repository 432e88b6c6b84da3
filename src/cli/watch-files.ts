import { basename, dirname, resolve } from "node:path";
import { existsSync, statSync } from "node:fs";
import type { ChokidarOptions, FSWatcher } from "chokidar";

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
  /**
   * Watches further files, absolute. What changes until they are watched is told too.
   * @returns once they are watched
   */
  add(paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Files whose change may change what a run finds: manifests, kustomizations, charts. */
const READ = /\.(?:ya?ml|json|tpl)$|^Kustomization$/i;

/** Folders that no run looks into on its own. */
const CLOSED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * Tells of changes below paths: what is written in place, saved beside and renamed, made, moved and deleted, in folders that come
 * later too. Of a path that is not there it tells once it comes, and no more until it is watched anew.
 * @returns once everything that is there now is watched
 * @throws {Error} where the system watches no more files
 */
export async function watchFiles(files: WatchedFiles, onChange: (path: string) => void): Promise<Watcher> {
  const { watch } = await import("chokidar");
  const named = new Set(files.named);
  const watchers: FSWatcher[] = [];

  const open = async (paths: readonly string[], options: ChokidarOptions): Promise<void> => {
    const watcher = watch([...paths], { ...options, ignoreInitial: true, ignorePermissionErrors: true });
    watchers.push(watcher);
    watcher.on("all", (_event, path) => onChange(path));
    await new Promise<void>((done, fail) => {
      watcher.once("ready", done);
      watcher.once("error", fail);
    });
    // What cannot be watched later on is found by the next run.
    watcher.on("error", () => undefined);
  };

  const openAll = async (paths: readonly string[]): Promise<void> => {
    // One watcher of both kinds would be ready before it watches anything: a path that is not there counts twice.
    const there = paths.filter((path) => existsSync(path));
    if (there.length > 0)
      await open(there, {
        followSymlinks: files.followsLinks,
        ignored: (path, stats) => isIgnored(resolve(path), stats?.isFile(), { ...files, named }),
      });
    for (const path of paths.filter((each) => !there.includes(each))) {
      const { folder, next } = comesAs(path);
      await open([folder], { depth: 0, ignored: (each) => ![folder, next].includes(resolve(each)) });
    }
  };

  await openAll([...files.paths, ...named]);
  return {
    add: async (paths) => {
      const fresh = paths.filter((path) => !named.has(path));
      for (const each of fresh) named.add(each);
      const before = fresh.map(stateOf);
      await openAll(fresh).catch(() => undefined);
      fresh.forEach((path, index) => {
        if (stateOf(path) !== before[index]) onChange(path);
      });
    },
    close: async () => {
      await Promise.all(watchers.map((watcher) => watcher.close()));
    },
  };
}

/** The first part of a path that is not there, and the folder in which it would come. @param path absolute */
function comesAs(path: string): { readonly folder: string; readonly next: string } {
  const folder = dirname(path);
  return existsSync(folder) ? { folder, next: path } : comesAs(folder);
}

/** What differs where a file or a folder's list has changed; nothing where it is not there. */
function stateOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
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
