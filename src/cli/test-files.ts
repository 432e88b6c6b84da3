import { mistakesError } from "./mistakes-error.js";
import { asUsageError } from "./load-sources.js";
import { isGlob } from "../input/glob.js";
import { inputOptions } from "./sources.js";
import { FileFinder } from "../input/walk.js";
import { namedFile } from "./named-file.js";
import { readTestFile } from "../questions/expect/read-test-file.js";
import { UsageError } from "./exit.js";
import type { Io } from "./io.js";
import type { TestFile } from "../questions/expect/test-file.js";
import type { TestOptions } from "./test-options.js";

/** What the files of tests are called. */
const TEST_NAME = /\.anp-test\.(?:ya?ml|json)$/i;

/**
 * The test files below some paths, read; a file that is named is one whatever it is called.
 * @throws {UsageError} where there are none, or one says what it must not
 */
export function testFiles(paths: readonly string[], options: TestOptions, io: Io): readonly TestFile[] {
  const finder = new FileFinder(paths, inputOptions(options, paths, io));
  const files = paths.flatMap((path) =>
    namesBelow(finder, path).map((name) => {
      const read = readTestFile(
        namedFile(name, "test", { cwd: io.cwd(), followsLinks: options.followSymlinks ?? false }),
      );
      if (!read.ok) throw mistakesError(read.problem);
      return read.value;
    }),
  );
  if (files.length === 0)
    throw new UsageError(
      `no test files in ${paths.join(", ")}`,
      "their names end in .anp-test.yaml; anp test --init shop.anp-test.yaml -f k8s drafts one from what holds today",
    );
  return files;
}

function namesBelow(finder: FileFinder, path: string): string[] {
  // A glob may match other files too.
  const isOne = ({ isNamed }: { readonly isNamed: boolean }): boolean => isNamed && !isGlob(path);
  try {
    const names: string[] = [];
    for (const found of finder.below(path)) {
      if (found.type === "file" && (TEST_NAME.test(found.path) || isOne(found))) names.push(found.path);
      if (
        found.type === "refused" &&
        (TEST_NAME.test(found.path) || found.isFolder === true || found.path === path)
      )
        throw new UsageError(
          `cannot read ${found.path}: ${found.reason === "symbolic-link" ? "it is a symbolic link" : (found.detail ?? found.reason)}`,
        );
    }
    return names;
  } catch (error) {
    throw asUsageError(error);
  }
}
