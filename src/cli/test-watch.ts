import { resolve } from "node:path";
import { UsageError } from "./exit.js";
import { watchedFiles } from "./lint-watch.js";
import { watchRun } from "./watch.js";
import type { Ending } from "./ending.js";
import type { Io } from "./io.js";
import type { LoadedTests } from "./test-run.js";
import type { Output } from "./output.js";
import type { TestOptions } from "./test-options.js";

/** Told of what a run of tests has loaded. */
export type OnLoaded = (tests: LoadedTests) => void;

/**
 * Tries tests again whenever a test file, its sources or the config has changed.
 * @param paths test files, folders or globs
 * @param run makes one run
 * @throws {UsageError} for what cannot be watched
 */
export async function watchTests(
  paths: readonly string[],
  options: TestOptions,
  outputs: readonly Output<string>[],
  io: Io,
  run: (onLoaded: OnLoaded) => Promise<Ending>,
): Promise<Ending> {
  if (options.init === true) throw new UsageError("--watch and --init can't be combined");
  const absolute = (path: string): string => resolve(io.cwd(), path);
  const written = outputs.flatMap(({ file }) => (file === undefined ? [] : [absolute(file)]));
  return watchRun(
    {
      files: () => ({ ...watchedFiles(paths.length === 0 ? ["."] : paths, options, io), written }),
      // Of a folder that a test file names, files that come later count too.
      run: (onRead) =>
        run(({ of, loaded }) =>
          onRead([...of.sources.paths, ...of.overlay, ...loaded.met.map(({ name }) => name)].map(absolute)),
        ),
    },
    io,
  );
}
