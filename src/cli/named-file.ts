import { decodeBytes } from "../source/manifest/bytes.js";
import { DEFAULT_LIMITS } from "../input/limits.js";
import { readNamedFile } from "../input/named-file.js";
import { UsageError } from "./exit.js";
import type { SourceFile } from "../source/manifest/source.js";
import type { WalkOptions } from "../input/walk.js";

/** How files are found that an option names. */
export type NamedFiles = Pick<WalkOptions, "cwd" | "followsLinks">;

/**
 * The text of a file that an option names.
 * @param hint what to do where there is no such file
 * @throws {UsageError} where it cannot be read
 */
export function namedFile(
  path: string,
  option: string,
  where: NamedFiles,
  hint = "paths are relative to the current folder",
): SourceFile {
  const read = readNamedFile(path, where, DEFAULT_LIMITS.fileSize);
  if (read.bytes === undefined && read.reason === "symbolic-link")
    throw new UsageError(
      `cannot read the ${option} file ${path}: ${read.detail ?? path} is a symbolic link`,
      "use --follow-symlinks to follow it",
    );
  if (read.bytes === undefined && read.detail === "ENOENT")
    throw new UsageError(`file not found: ${path} (${option})`, hint);
  if (read.bytes === undefined)
    throw new UsageError(`cannot read the ${option} file ${path}: ${read.detail ?? read.reason}`);
  const { file } = decodeBytes(path, read.bytes);
  if (file === undefined) throw new UsageError(`the ${option} file ${path} is not UTF-8 text`);
  return file;
}
