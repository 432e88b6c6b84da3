import { DISK } from "./disk.js";
import { dirname, join, resolve } from "node:path";
import { globRoot, isGlob } from "./glob.js";
import { homedir } from "node:os";
import { pathInside } from "./path-inside.js";

/**
 * The folders in which files may be read that named ones name, without links: of each path the git work tree that it is in, else
 * the working folder if it is in that (and that is not where the user's own files are), else the path's own folder.
 */
export function readableFolders(paths: readonly string[], cwd: string): readonly string[] {
  const folders = new Set<string>();
  const home = DISK.real(homedir()).value ?? "/";
  for (const path of paths) {
    if (path === "-") continue;
    const real = DISK.real(resolve(cwd, isGlob(path) ? globRoot(path) : path)).value;
    if (real === undefined) continue;
    const folder = DISK.typeOf(real).value === "folder" ? real : dirname(real);
    const here = DISK.real(cwd).value;
    // Whoever stands at home or above it does not mean all that is there.
    const isHere =
      here !== undefined && pathInside(here, folder) !== undefined && pathInside(here, home) === undefined;
    folders.add(workTreeOf(folder) ?? (isHere ? here : folder));
  }
  return [...folders];
}

function workTreeOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (DISK.typeOf(join(at, ".git")).value !== undefined) return at;
    if (at === dirname(at)) return undefined;
  }
}
