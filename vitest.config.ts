import { availableParallelism } from "node:os";
import { compiledSources } from "./scripts/built-sources.mjs";
import { textImportsOfVite } from "./scripts/text-imports.mjs";
import { configDefaults, defineConfig } from "vitest/config";
import { LATER_GLOBS, LATER_LINE } from "./scripts/later-suites.mjs";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { skippedLine, skippedSuites } from "./scripts/skipped-suites.mjs";
import { folderInMemory } from "./scripts/folder-in-memory.mjs";

// Thousands of small files are written and removed again. What somebody has set, stays.
const temporary = process.env["TMPDIR"] ?? folderInMemory();
const skipped = skippedSuites(["kubectl", "chromium", "helm"]);
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

/**
 * Files that take seconds each, in the order in which they begin, so that no core is left with one of them at the end: about
 * the longest first.
 */
const LONG = [
  // The one that is alone, so that no process of the others ends for it.
  /^cluster\/kinds\/new-kind/,
  /^hostile\/growth/,
  /^cli\/(?:options|replay-engine|help)\./,
  /^truth\//,
  /^browser\//,
  /^scripts\/new-rule/,
  /^properties\/(?:replay-engine|mutants|unblock|laws-revealing|ties)/,
  /^input\/(?:api\/|git\.)/,
  /^properties\//,
  /^(?:hostile|live|base\/limits)\//,
  /^cli\/(?:live|writing|crd|roots|gate|accept|lint-cache)/,
  /^library\/package/,
  /^report\/(?:matrix|explain)-schema/,
  /^source\/flows\/(?:json-scan|parts-reader|cells)/,
  /^linter\/rules\/(?:examples|policies-alone|witnesses)/,
  /^questions\/suggest\//,
  /^docs\/readme/,
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const path = moduleId.slice(moduleId.lastIndexOf("/test/") + "/test/".length);
      const rank = LONG.findIndex((each) => each.test(path));
      return rank < 0 ? LONG.length : rank;
    };
    // eslint-disable-next-line unicorn/no-array-sort -- it sorts no array of ours
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

const shared = {
  // For what hangs, not for what is slow: the machine may be busy.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  setupFiles: ["test/support/clean-up.ts"],
  // What `compiledSources` has made is loaded by Node.
  execArgv: ["--enable-source-maps"],
  server: { deps: { external: [/\/reports\/sources\//] } },
  env: {
    NO_COLOR: "1",
    TZ: "Pacific/Auckland",
    LC_ALL: "C.UTF-8",
    ...(temporary !== undefined && { TMPDIR: temporary }),
  },
};

export default defineConfig({
  plugins: [textImportsOfVite],
  test: {
    // More than there are cores: some tests wait for other processes, or for a time limit.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongFirst },
    projects: [
      { extends: true, test: { ...shared, name: "alone", include: ALONE, exclude } },
      {
        extends: true,
        plugins: [compiledSources()],
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
