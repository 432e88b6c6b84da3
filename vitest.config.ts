import { textImportsOfVite } from "./scripts/text-imports.mjs";
import { configDefaults, defineConfig } from "vitest/config";
import { skippedLine, skippedSuites } from "./scripts/skipped-suites.mjs";

const skipped = skippedSuites(["kubectl"]);
// This file is read once more for each of its projects.
const TOLD = Symbol.for("anp.skippedSuitesTold");
if (!Reflect.has(globalThis, TOLD)) for (const each of skipped) console.log(skippedLine(each));
Reflect.set(globalThis, TOLD, true);

const exclude = [
  ...configDefaults.exclude,
  ...skipped.filter(({ isWhole }) => isWhole).map(({ suite }) => suite),
];

/**
 * Files in a process of their own: they change it, start servers, need its memory for themselves, or run so long that
 * loading the program once more is nothing. All others share processes, so that it is loaded once for many of them.
 */
const ALONE = [
  "test/properties/**/*.test.ts",
  "test/hostile/**/*.test.ts",
  "test/live/**/*.test.ts",
  "test/input/api/**/*.test.ts",
  "test/cli/live*.test.ts",
  "test/cli/options.test.ts",
  "test/questions/suggest/stored.test.ts",
  "test/linter/lint/too-much-work.test.ts",
  "test/cluster/kinds/new-kind.test.ts",
  "test/questions/diff/diff.test.ts",
];

const shared = {
  // For what hangs, not for what is slow: the machine may be busy.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  setupFiles: ["test/support/clean-up.ts"],
  env: { NO_COLOR: "1", TZ: "Pacific/Auckland", LC_ALL: "C.UTF-8" },
};

export default defineConfig({
  plugins: [textImportsOfVite],
  test: {
    // By default one core of two stays idle; the property tests are made to run side by side.
    maxWorkers: "100%",
    projects: [
      { extends: true, test: { ...shared, name: "alone", include: ALONE, exclude } },
      {
        extends: true,
        test: {
          ...shared,
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [...exclude, ...ALONE],
          isolate: false,
        },
      },
    ],
  },
});
