import { CONFIG_NAME, findConfig } from "../input/config-file.js";
import { DISK } from "../input/disk.js";
import { firstLink } from "../input/link-on-the-way.js";
import { GROUPS } from "./option-groups.js";
import { relative, resolve } from "node:path";
import { sourcesIn, type Sources } from "./sources.js";
import { UsageError } from "./exit.js";
import type { Command } from "commander";
import type { CommandSourceOptions } from "./source-options.js";
import type { Io } from "./io.js";

/** Options of a command whose config may be that of a revision. */
export interface ReviewedConfigOptions extends CommandSourceOptions {
  readonly gateFrom?: string;
}

/** Lets a command be told which config counts, or that none does. */
export function addConfigOption(command: Command): Command {
  return command
    .optionsGroup(GROUPS.sources)
    .option(
      "--config <file>",
      "config to use, or none (default: anp.yaml here or above, inside the git work tree)",
    );
}

/** Lets a command take its config from a revision. */
export function addGateFromOption(command: Command): Command {
  return command.option("--gate-from <rev>", "take the config from this git revision");
}

/**
 * The options with the config that counts: that of `--gate-from`, else the one that is found. What reads it is loaded only where there
 * is one: it knows all rules of the linter.
 * @throws {UsageError}
 */
export async function withReviewedConfig<O extends ReviewedConfigOptions>(
  options: O,
  io: Io,
  otherwise: "files" | "cluster" = "files",
): Promise<O> {
  const { gateFrom } = options;
  if (gateFrom !== undefined) {
    const { withConfigOf } = await import("./reviewed-config.js");
    return withConfigOf(gateFrom, options, io, otherwise);
  }
  if (configPath(options, io) === undefined) return options;
  const { withConfig } = await import("./config.js");
  return withConfig(options, io, otherwise);
}

/** The config that is named or found; absolute. @throws {UsageError} for one of a similar name */
export function configPath({ config }: CommandSourceOptions, io: Io): string | undefined {
  if (config === "none") return undefined;
  if (config !== undefined) return resolve(io.cwd(), config);
  const found = findConfig(io.cwd());
  if (found?.isMisnamed !== true) return found?.path;
  throw new UsageError(
    `a config is called ${CONFIG_NAME}, not ${shownConfig(found.path, io)}`,
    "rename it, or use --config none",
  );
}

/**
 * The paths that a config names as sources, as they are called from the working folder.
 * @throws {UsageError} for one that is reached through a link: it may lead anywhere
 */
export function configSources({ configured }: CommandSourceOptions, io: Io): readonly string[] {
  if (configured === undefined) return [];
  const { config, folder } = configured;
  return config.sources.map((source) => {
    const names = source.split("/").filter((name) => name !== "" && name !== ".");
    const link = firstLink(DISK, folder, names);
    if (link !== undefined)
      throw new UsageError(
        `${config.file.name}: source ${source} is reached through a symbolic link`,
        "name it with -f",
      );
    return relative(io.cwd(), resolve(folder, ...names)) || ".";
  });
}

/** What a question is about: what the options name, else the sources of the config, else the current context. */
export function sourcesOrConfigured(options: CommandSourceOptions, io: Io): Sources {
  const named = options.filename ?? [];
  const paths = configSources(options, io);
  return paths.length === 0
    ? sourcesIn(options, named)
    : sourcesIn(options, named, { base: undefined, paths });
}

/** A config as it is called from the working folder. */
export function shownConfig(path: string, io: Io): string {
  return relative(io.cwd(), path) || path;
}
