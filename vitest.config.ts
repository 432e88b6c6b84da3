import { availableParallelism } from "node:os";
import { compiledSources } from "./scripts/built-sources.mjs";
import { textImportsOfVite } from "./scripts/text-imports.mjs";
import { configDefaults, defineConfig } from "vitest/config";
import { LATER_GLOBS, LATER_LINE } from "./scripts/later-suites.mjs";
import { skippedLine, skippedSuites } from "./scripts/skipped-suites.mjs";

const skipped = skippedSuites(["kubectl", "chromium"]);
const isQuick = process.env["ANP_QUICK"] !== undefined;
// This file is read once more for each of its projects.
const TOLD = Symbol.for("anp.skippedSuitesTold");
if (!Reflect.has(globalThis, TOLD)) {
  for (const each of skipped) console.log(skippedLine(each));
  if (isQuick) console.log(LATER_LINE);
}
Reflect.set(globalThis, TOLD, true);

const exclude = [
  ...configDefaults.exclude,
  ...skipped.filter(({ isWhole }) => isWhole).map(({ suite }) => suite),
  ...(isQuick ? LATER_GLOBS : []),
];

/**
 * Files in a process of their own, since they put other modules in the place of the program's. All others share processes,
 * so that the program is loaded once for many of them.
 */
const ALONE = ["test/cluster/kinds/new-kind.test.ts"];

/** Files that take seconds each. They begin first, so that no core is left with one of them at the end. */
const LONG = [
  "test/properties/**/*.test.ts",
  "test/hostile/**/*.test.ts",
  "test/live/**/*.test.ts",
  "test/input/api/**/*.test.ts",
  "test/base/limits/*.test.ts",
  "test/browser/*.test.ts",
  "test/cli/{live*,options,writing}.test.ts",
  "test/library/package.test.ts",
  "test/truth/*.test.ts",
];

const shared = {
  // For what hangs, not for what is slow: the machine may be busy.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  setupFiles: ["test/support/clean-up.ts"],
  // What `compiledSources` has made is loaded by Node.
  execArgv: ["--enable-source-maps"],
  server: { deps: { external: [/\/reports\/sources\//] } },
  env: { NO_COLOR: "1", TZ: "Pacific/Auckland", LC_ALL: "C.UTF-8" },
};

export default defineConfig({
  plugins: [textImportsOfVite],
  test: {
    // More than there are cores: some tests wait for other processes, or for a time limit.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      { extends: true, test: { ...shared, name: "alone", include: ALONE, exclude } },
      {
        extends: true,
        plugins: [compiledSources()],
        // Projects begin in the order of their names.
        test: { ...shared, name: "long", include: LONG, exclude, isolate: false },
      },
      {
        extends: true,
        plugins: [compiledSources()],
        test: {
          ...shared,
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [...exclude, ...ALONE, ...LONG],
          isolate: false,
        },
      },
    ],
  },
});
