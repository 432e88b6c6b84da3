import { configPath, configSources } from "./found-config.js";
import { withConfig } from "./config.js";
import { CONFIG_NAME } from "../input/config-file.js";
import { FileFinder } from "../input/walk.js";
import { globRoot, isGlob } from "../input/glob.js";
import { HERE, sourcesIn, inputOptions } from "./sources.js";
import { resolve } from "node:path";
import { UsageError } from "./exit.js";
import { watchRun } from "./watch.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { Ending } from "./ending.js";
import type { FixOptions } from "./lint-fix.js";
import type { GateOptions } from "./gate.js";
import type { Io } from "./io.js";
import type { Output } from "./output.js";
import type { WatchedFiles } from "./watch-files.js";

/** Options with which a run is made once. */
interface OnceOptions extends GateOptions, FixOptions {
  readonly roots?: boolean;
  readonly printConfig?: string;
}

/** A call that is watched. */
interface WatchedCall {
  readonly paths: readonly string[];
  readonly options: OnceOptions;
  readonly outputs: readonly Output<string>[];
}

/**
 * Lints again whenever what is read has changed.
 * @param run makes one run; told of the names of the files that it reads
 * @throws {UsageError} for options that go with one run alone, and for what cannot be watched
 */
export async function watchLint(
  { paths, options, outputs }: WatchedCall,
  io: Io,
  run: (onRead: (names: readonly string[]) => void) => Promise<Ending>,
): Promise<Ending> {
  failForOnce(options);
  const absolute = (path: string): string => resolve(io.cwd(), path);
  const written = outputs.flatMap(({ file }) => (file === undefined ? [] : [absolute(file)]));
  return watchRun(
    {
      files: () => ({ ...watchedFiles(paths, options, io), written }),
      run: (onRead) => run((names) => onRead(names.map(absolute))),
    },
    io,
  );
}

/** @throws {UsageError} for options that write what is watched, or say something once */
function failForOnce({ fix, fixDryRun, updateBaseline, roots, printConfig }: OnceOptions): void {
  const once = [
    ["--fix", fix === true],
    ["--fix-dry-run", fixDryRun === true],
    ["--update-baseline", updateBaseline === true],
    ["--roots", roots === true],
    ["--print-config", printConfig !== undefined],
  ] as const;
  const found = once.find(([, isGiven]) => isGiven);
  if (found !== undefined) throw new UsageError(`--watch and ${found[0]} can't be combined`);
}

/** What is watched of what options name. @throws {UsageError} for what no file system tells of */
export function watchedFiles(
  paths: readonly string[],
  typed: CommandSourceOptions & { readonly baseline?: string },
  io: Io,
): Omit<WatchedFiles, "written"> {
  const options = withConfig(typed, io);
  const own = configSources(options, io);
  const named = [...paths, ...(options.filename ?? [])];
  const sources = sourcesIn(options, named, own.length === 0 ? HERE : { base: undefined, paths: own });
  if (sources.base?.type === "context")
    throw new UsageError("--watch needs files: a live cluster isn't watched");
  if (sources.paths.includes("-")) throw new UsageError("--watch needs files: standard input ends");
  const absolute = (path: string): string => resolve(io.cwd(), path);
  const input = inputOptions(options, sources.paths, io);
  const finder = new FileFinder([], input);
  const config = configPath(options, io) ?? (options.config === "none" ? undefined : CONFIG_NAME);
  return {
    paths: sources.paths.map((path) => absolute(isGlob(path) ? globRoot(path) : path)),
    named: [config, options.baseline, options.dns, sources.base?.path, ...(options.crd ?? [])].flatMap(
      (path) => (path === undefined ? [] : [absolute(path)]),
    ),
    excludes: (path, isFolder) => finder.isExcluded(path, isFolder),
    followsLinks: input.followsLinks,
  };
}
