import { applyConfig, configuredBy, withConfig } from "./config.js";
import { CONFIG_NAME, foldersUpwards, isManifest, workTreeRoot } from "../input/config-file.js";
import { CONFIG_LIMIT, type CommandSourceOptions } from "./source-options.js";
import { decodeBytes } from "../source/manifest/bytes.js";
import { dirname, join, relative, resolve } from "node:path";
import { GitError } from "../input/git-error.js";
import { pathInside } from "../input/path-inside.js";
import { readAtCommit, revisionNamed, type GitPlace, type NamedCommit } from "../input/git-base.js";
import { timeLimit } from "./limits.js";
import { UsageError } from "./exit.js";
import type { Io } from "./io.js";
import type { SourceFile } from "../source/manifest/source.js";

/** The options with the config of the revision of a name. @throws {UsageError} for one that is not there */
export async function withConfigOf<O extends CommandSourceOptions>(
  name: string,
  options: O,
  io: Io,
  otherwise: "files" | "cluster",
): Promise<O> {
  const gate = await orUsage(() => revisionNamed(placeOf(options, io), name));
  return withConfigAt(options, gate, io, otherwise);
}

/** The options with the config that a revision has. @throws {UsageError} for one that cannot be read */
export async function withConfigAt<O extends CommandSourceOptions>(
  options: O,
  gate: NamedCommit,
  io: Io,
  otherwise: "files" | "cluster" = "files",
): Promise<O> {
  const found = await configAt(options, gate, io);
  if (found === undefined) return options;
  if (found !== "elsewhere") {
    const configured = configuredBy(found.file, found.folder, io);
    return applyConfig(options, { ...configured, isReviewed: true }, otherwise);
  }
  // One that is named and is no part of the repository is nobody's change.
  const applied = withConfig(options, io, otherwise);
  const { configured } = applied;
  return configured === undefined ? applied : { ...applied, configured: { ...configured, isReviewed: true } };
}

/** The config at a revision; `elsewhere` for one that is named and is no part of the repository. */
export async function configAt(
  options: CommandSourceOptions,
  revision: NamedCommit,
  io: Io,
): Promise<{ readonly file: SourceFile; readonly folder: string } | "elsewhere" | undefined> {
  if (options.config === "none") return undefined;
  const root = workTreeRoot(io.cwd());
  const named = options.config === undefined ? undefined : resolve(io.cwd(), options.config);
  if (named !== undefined && (root === undefined || pathInside(root, named) === undefined))
    return "elsewhere";
  const paths =
    named === undefined ? foldersUpwards(io.cwd()).map((folder) => join(folder, CONFIG_NAME)) : [named];
  for (const path of paths) {
    const file = await fileAt(path, revision, CONFIG_LIMIT, options, io);
    if (file === undefined || (named === undefined && isManifest(file.text))) continue;
    return { file, folder: dirname(path) };
  }
  if (named === undefined) return undefined;
  throw new UsageError(`the config ${options.config} is not there at ${revision.name}`);
}

/** A file of the repository at a revision; undefined where it is not there. */
export async function fileAt(
  path: string,
  { commit, name }: NamedCommit,
  limit: number,
  options: CommandSourceOptions,
  io: Io,
): Promise<SourceFile | undefined> {
  const bytes = await orUsage(() => readAtCommit(placeOf(options, io), commit, path, limit));
  if (bytes === undefined) return undefined;
  const shown = `${name}:${relative(io.cwd(), path)}`;
  const { file } = decodeBytes(shown, bytes);
  if (file === undefined) throw new UsageError(`${shown} is not UTF-8 text`);
  return file;
}

/** Where git is asked, and for how long. */
export function placeOf(options: CommandSourceOptions, io: Io): GitPlace {
  return { cwd: io.cwd(), env: io.env, signal: AbortSignal.timeout(timeLimit(options)) };
}

/** What git says against it, as a mistake of the caller's. */
export async function orUsage<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof GitError ? new UsageError(error.message, ...error.hints) : error;
  }
}
