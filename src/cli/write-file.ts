import { closeSync, openSync, renameSync, rmSync, statSync, constants, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { beforeExit } from "../input/api/exit-guard.js";
import { cannotWrite, isOfSystem } from "./write-failure.js";

/** A file that stands whole beside its place. */
export interface StagedFile {
  /** Puts it in its place, in one step. */
  commit(): void;
  /** Removes it, as a commit that fails does. */
  discard(): void;
}

/**
 * Writes a file beside its place. Nothing is left of it where that fails, or the run is interrupted.
 * @param path absolute; a link there is replaced, not written through
 * @param finish told the file beside, before it is put in its place
 * @throws what the system says
 */
export function stageFile(
  path: string,
  pieces: Iterable<string> | Uint8Array,
  finish: (temporary: string) => void = () => undefined,
): StagedFile {
  const temporary = temporaryBeside(path);
  const remove = (): void => rmSync(temporary, { force: true });
  const forget = beforeExit(remove);
  const discard = (): void => {
    remove();
    forget();
  };
  try {
    writeAll(openSync(temporary, "wx"), pieces);
    finish(temporary);
  } catch (error) {
    discard();
    throw error;
  }
  return {
    commit: () => {
      try {
        renameSync(temporary, path);
      } catch (error) {
        discard();
        throw error;
      }
      forget();
    },
    discard,
  };
}

/**
 * Writes a file that appears only when it is complete. What is no file but a device or a pipe (`/dev/stdout`, what a shell
 * puts in the place of `>(command)`) is written to as it is.
 * @throws {UsageError | OutputError} where it cannot be written
 */
export function writeWholeFile(file: string, cwd: string, pieces: Iterable<string>): void {
  const path = resolve(cwd, file);
  try {
    if (isDevice(path)) writeAll(openSync(path, constants.O_WRONLY | constants.O_APPEND), pieces);
    else commitAll([[file, stageFile(path, pieces)]]);
  } catch (error) {
    throw isOfSystem(error) ? cannotWrite(file, error) : error;
  }
}

/**
 * Puts files that belong together in their places.
 * @param files each with the name that people see
 * @throws {UsageError | OutputError} where that fails in the middle, with what has been written
 */
export function commitAll(files: readonly (readonly [name: string, staged: StagedFile])[]): void {
  const written: string[] = [];
  for (const [i, [name, staged]] of files.entries()) {
    try {
      staged.commit();
      written.push(name);
    } catch (error) {
      for (const [, left] of files.slice(i)) left.discard();
      const failure = isOfSystem(error) ? cannotWrite(name, error) : (error as Error);
      if (written.length > 0) failure.message += `; ${written.join(", ")} already written`;
      throw failure;
    }
  }
}

/** Where a file is written until it is complete. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.anp-${randomBytes(8).toString("hex")}.tmp`);
}

/** True for what is there and no file: it cannot be replaced. `/dev/shm` is a folder in memory like any other. */
export function isDevice(path: string): boolean {
  if (/^\/(?:dev(?!\/shm\/)|proc)\//.test(path)) return true;
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && !stat.isFile() && !stat.isDirectory();
}

function writeAll(descriptor: number, pieces: Iterable<string> | Uint8Array): void {
  try {
    if (pieces instanceof Uint8Array) writeFileSync(descriptor, pieces);
    else for (const piece of inBlocks(pieces)) writeFileSync(descriptor, piece);
  } finally {
    closeSync(descriptor);
  }
}

/** How much is written at once: a write for each line would cost more than the line. */
const BLOCK = 1 << 16;

/** Joins short pieces; a long one is passed on as it is. */
export function* inBlocks(pieces: Iterable<string>): Generator<string> {
  let block: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    const isLong = piece.length >= BLOCK;
    if (length > 0 && (isLong || length >= BLOCK)) {
      yield block.join("");
      block = [];
      length = 0;
    }
    if (isLong) yield piece;
    else {
      block.push(piece);
      length += piece.length;
    }
  }
  if (length > 0) yield block.join("");
}
