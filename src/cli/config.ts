import { CONFIG_NAME } from "../input/config-file.js";
import { configPath, shownConfig } from "./found-config.js";
import { mistakesError } from "./mistakes-error.js";
import { decodeBytes } from "../source/manifest/bytes.js";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { PatternsTooCostly, pathPatterns } from "../linter/config/path-patterns.js";
import { readConfig } from "../linter/config/read-config.js";
import { readNamedFile } from "../input/named-file.js";
import { UsageError } from "./exit.js";
import { CONFIG_LIMIT, type CommandSourceOptions, type Configured } from "./source-options.js";
import type { Config } from "../linter/config/config.js";
import type { Io } from "./io.js";
import type { SourceFile } from "../source/manifest/source.js";

/**
 * Finds and reads the config of a run, and gives the options with what it says of the cluster and of files. What the options say
 * themselves counts before.
 * @throws {UsageError} for a config that cannot be read, or says what it must not
 */
export function withConfig<O extends CommandSourceOptions>(
  options: O,
  io: Io,
  otherwise: "files" | "cluster" = "files",
): O {
  const path = configPath(options, io);
  if (path === undefined) return options;
  return applyConfig(options, configuredBy(readConfigFile(path, options, io), dirname(path), io), otherwise);
}

/** The options with what a config says. @param otherwise what is read where neither they nor the config name something */
export function applyConfig<O extends CommandSourceOptions>(
  options: O,
  configured: Configured,
  otherwise: "files" | "cluster" = "files",
): O {
  const { cluster, bundles, kubernetesVersion, plugin, sources } = configured.config;
  const isNamed = options.filename !== undefined || sources.length > 0;
  const isLive =
    [options.snapshot, options.context, options.kubeconfig].some((each) => each !== undefined) ||
    (!isNamed && otherwise === "cluster");
  return {
    ...options,
    configured,
    ...given("podCidr", options.podCidr ?? list(cluster.podCidrs)),
    ...given("serviceCidr", options.serviceCidr ?? list(cluster.serviceCidrs)),
    ...given("nodeCidr", options.nodeCidr ?? list(cluster.nodeCidrs)),
    ...given("dnsService", options.dnsService ?? cluster.dnsService),
    ...given("assume", options.assume ?? list(configured.config.assume)),
    ...given("clusterDomain", options.clusterDomain ?? cluster.domain),
    // A cluster knows its own releases.
    ...given("bundle", options.bundle ?? (isLive ? undefined : list(bundles))),
    ...given("plugin", options.plugin ?? plugin),
    ...given("kubernetesVersion", options.kubernetesVersion ?? (isLive ? undefined : kubernetesVersion)),
  };
}

function given<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}

function list(texts: readonly string[]): readonly string[] | undefined {
  return texts.length === 0 ? undefined : texts;
}

function readConfigFile(path: string, { followSymlinks, config }: CommandSourceOptions, io: Io): SourceFile {
  const name = shownConfig(path, io);
  // Whoever names a config may follow links to it; one that is found may be anybody's.
  const followsLinks = config !== undefined && followSymlinks === true;
  const read = readNamedFile(path, { cwd: io.cwd(), followsLinks }, CONFIG_LIMIT);
  if (read.bytes === undefined)
    throw new UsageError(
      read.reason === "symbolic-link"
        ? `cannot read the config ${name}: it is reached through a symbolic link`
        : `cannot read the config ${name}: ${read.detail ?? read.reason}`,
      "name another with --config FILE, or use --config none",
    );
  const { file } = decodeBytes(name, read.bytes);
  if (file === undefined) throw new UsageError(`the config ${name} is not UTF-8 text`);
  return file;
}

/** A config with where it stands. @throws {UsageError} for what it must not say */
export function configuredBy(file: SourceFile, folder: string, io: Io): Configured {
  const reading = readConfig(file);
  if (!reading.ok) throw mistakesError(reading.problem);
  const config = reading.value;
  return {
    config,
    folder,
    pathOf: (name) => pathIn(folder, resolve(io.cwd(), name)),
    excludes: excluder(config, folder),
  };
}

/** What patterns of a config that take too long are: a mistake in it. Any other error as it is. */
export function asConfigError(error: unknown, { configured }: CommandSourceOptions): unknown {
  if (!(error instanceof PatternsTooCostly)) return error;
  return new UsageError(`${configured?.config.file.name ?? CONFIG_NAME}: ${error.message}`);
}

/** A path from the config's folder with `/` between its parts; undefined for one elsewhere. */
function pathIn(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
  return way.split(sep).join("/");
}

function excluder({ exclude, file }: Config, folder: string): Configured["excludes"] {
  const { matches } = pathPatterns(exclude);
  return (path, isFolder) => {
    const inside = pathIn(folder, path);
    try {
      return inside !== undefined && matches(inside, isFolder);
    } catch (error) {
      throw error instanceof PatternsTooCostly ? new UsageError(`${file.name}: ${error.message}`) : error;
    }
  };
}
