import { chmodSync, chownSync, readFileSync, statSync, type Stats } from "node:fs";
import { cannotWrite, isOfSystem } from "./write-failure.js";
import { DISK } from "../input/disk.js";
import { globRoot, isGlob } from "../input/glob.js";
import { linkOnTheWay } from "../input/link-on-the-way.js";
import { pathInside } from "../input/path-inside.js";
import { resolve } from "node:path";
import { stageFile, type StagedFile } from "./write-file.js";
import { UsageError } from "./exit.js";
import type { Io } from "./io.js";
import type { SourceFile } from "../source/manifest/source.js";
import type { CommandSourceOptions } from "./source-options.js";

/** What is read and written of the caller's files. */
export interface FileAccess {
  readonly cwd: string;
  /** The paths that are read: links are followed inside of them only. */
  readonly roots: readonly string[];
  readonly followsLinks: boolean;
}

/** What a call reads and writes. @param roots the paths whose files are written */
export function fileAccessOf(
  roots: readonly string[],
  { followSymlinks }: CommandSourceOptions,
  io: Io,
): FileAccess {
  return { cwd: io.cwd(), roots, followsLinks: followSymlinks ?? false };
}

/** A file that was read, with what it is to hold. */
export interface FileReplacement {
  readonly file: SourceFile;
  readonly text: string;
}

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A file as it is to be, with its own permissions and owner.
 * @throws {UsageError | OutputError} where it has changed since it was read, or cannot be written
 */
export function stageReplacement({ file, text }: FileReplacement, reach: FileAccess): StagedFile {
  const { name } = file;
  const path = placeOf(name, reach);
  try {
    const before = statSync(path);
    const now = readFileSync(path, "utf8");
    const mark = now.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    if (now.slice(mark.length) !== file.text) throw hasChanged(name);
    const staged = stageFile(path, [mark + text], (temporary) => {
      chmodSync(temporary, before.mode);
      giveTo(temporary, before);
    });
    return {
      ...staged,
      commit: () => {
        if (!isSame(before, statSync(path))) throw hasChanged(name);
        staged.commit();
      },
    };
  } catch (error) {
    throw isOfSystem(error) ? cannotWrite(name, error) : error;
  }
}

/** Where a file that was read is, without links. @throws {UsageError} where a link leads to it that was not to be followed */
function placeOf(name: string, { cwd, roots, followsLinks }: FileAccess): string {
  const link = linkOnTheWay(DISK, cwd, name);
  const path = DISK.real(resolve(cwd, name)).value;
  if (link === undefined) return path ?? resolve(cwd, name);
  const isInside = roots.some((root) => {
    const real = DISK.real(resolve(cwd, isGlob(root) ? globRoot(root) : root)).value;
    return real !== undefined && path !== undefined && pathInside(real, path) !== undefined;
  });
  if (path === undefined || !followsLinks || !isInside) throw throughLink(link);
  return path;
}

function hasChanged(name: string): UsageError {
  return new UsageError(`${name} has changed since it was read`, "run it again");
}

function isSame(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.mtimeMs === b.mtimeMs && a.size === b.size;
}

/** Whoever runs this may not own the file: then it stays with who does, where the system lets us. */
function giveTo(path: string, { uid, gid }: Stats): void {
  const made = statSync(path);
  if (made.uid === uid && made.gid === gid) return;
  try {
    chownSync(path, uid, gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}

/** What a link is where something would be written through it. */
export function throughLink(link: string): UsageError {
  return new UsageError(
    `${link} is a symbolic link; anp doesn't write through links`,
    "remove it, or write to another path",
  );
}
