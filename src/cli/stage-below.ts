import { cannotWrite, isOfSystem } from "./write-failure.js";
import { dirname, join, relative, resolve } from "node:path";
import { DISK } from "../input/disk.js";
import { firstLink } from "../input/link-on-the-way.js";
import { mkdirSync } from "node:fs";
import { stageFile, type StagedFile } from "./write-file.js";
import { throughLink } from "./replace-file.js";

/** What is written to a file below a folder that is named. */
export interface FileBelow {
  readonly folder: string;
  /** The folders below it, and the file's name. */
  readonly names: readonly string[];
  /** The whole path, as people know it. */
  readonly file: string;
  readonly pieces: Iterable<string> | Uint8Array;
}

/**
 * A file in a folder that is named: it and the folders on the way to it are made, none of them through a link.
 * @throws {UsageError | OutputError} where it has no place
 */
export function stageBelow(
  { folder, names, file, pieces }: FileBelow,
  { cwd }: { readonly cwd: string },
): StagedFile {
  const above = resolve(cwd, folder);
  const link = firstLink(DISK, above, names);
  if (link !== undefined) throw throughLink(join(folder, relative(above, link)));
  try {
    const path = join(above, ...names);
    mkdirSync(dirname(path), { recursive: true });
    return stageFile(path, pieces);
  } catch (error) {
    throw isOfSystem(error) ? cannotWrite(file, error) : error;
  }
}
