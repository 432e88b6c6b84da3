import { configSources } from "./found-config.js";
import { basesIn, sourcesIn, type Sources } from "./sources.js";
import { DISK } from "../input/disk.js";
import { dirname, relative, resolve } from "node:path";
import { firstLink } from "../input/link-on-the-way.js";
import { namesBelow } from "../input/path-names.js";
import { placeText } from "../report/place.js";
import { UsageError } from "./exit.js";
import { workTreeRoot } from "../input/config-file.js";
import type { TestEnvironment, TestFile, Written } from "../questions/expect/test-file.js";
import type { Io } from "./io.js";
import type { TestOptions } from "./test-options.js";

/** What the tests of a file are about in one environment. */
export interface TestSources {
  readonly sources: Sources;
  /** The files that exist in the tests alone. */
  readonly overlay: readonly string[];
}

/**
 * What the options name, else the environment's own sources, else the config's.
 * @throws {UsageError} where nothing is named, or a path of the file leads elsewhere
 */
export function sourcesOfTests(
  test: TestFile,
  environment: TestEnvironment,
  options: TestOptions,
  io: Io,
): TestSources {
  const overlay = pathsOf(test, environment.overlay, io);
  const named = options.filename ?? [];
  if (named.length > 0 || basesIn(options, named).length > 0)
    return { sources: sourcesIn(options, named), overlay };
  const own = pathsOf(test, environment.sources, io);
  const paths = own.length > 0 ? own : configSources(options, io);
  if (paths.length > 0) return { sources: { base: undefined, paths }, overlay };
  throw new UsageError(
    `${test.file.name}: names no sources`,
    "add sources with the paths of the manifests, or use -f, --snapshot or --context",
  );
}

/** Paths of a test file, as they are called from the working folder: inside of the work tree, and through no link. */
function pathsOf({ file }: TestFile, written: readonly Written[], io: Io): readonly string[] {
  const folder = dirname(resolve(io.cwd(), file.name));
  const root = testRoot(folder, io);
  return written.map(({ text, at }) => {
    const path = resolve(folder, text);
    const names = namesBelow(root, path);
    if (names === undefined)
      throw new UsageError(
        `${placeText(at)}: ${text} leads out of ${relative(io.cwd(), root) || "the work tree"}`,
      );
    const link = firstLink(DISK, root, names);
    if (link !== undefined)
      throw new UsageError(`${placeText(at)}: ${text} is reached through a symbolic link`, "name it with -f");
    return relative(io.cwd(), path) || ".";
  });
}

/** The folder that a test file in some folder must not leave: its work tree, else the working folder, or its own. */
export function testRoot(folder: string, io: Io): string {
  const isBelow = namesBelow(io.cwd(), folder) !== undefined;
  return workTreeRoot(folder) ?? (isBelow ? io.cwd() : folder);
}
