import { CONFIG_NAME } from "../input/config-file.js";
import { DEFAULT_LIMITS } from "../input/limits.js";
import { DISK } from "../input/disk.js";
import { FINE, type Ending } from "./ending.js";
import { GROUPS } from "./option-groups.js";
import { initialConfig } from "../report/initial-config.js";
import { loadLintRoots, readLintTree, setsOf, type LintSources } from "./lint-tree.js";
import { failWithoutObjects } from "./load-sources.js";
import { HERE } from "./sources.js";
import { resolve } from "node:path";
import { UsageError } from "./exit.js";
import { workOf } from "./limits.js";
import { writeWholeFile } from "./write-file.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { Io } from "./io.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp init
  anp lint --print-config k8s/web.yaml`;

/** Registers `anp init`. */
export const addInitCommand: Register = (program, io, done) => {
  const command = program
    .command("init")
    .summary("write a config for this folder")
    .description(
      `Writes ${CONFIG_NAME} to the current folder: the whole folder is the source, and every other setting is there as a comment. It accepts and excludes nothing.`,
    );
  command
    .optionsGroup(GROUPS.output)
    .option("--debug", "show the stack trace of an internal error")
    .addHelpText("after", EXAMPLES)
    .action(async () => {
      done(await runInit(io));
    });
};

async function runInit(io: Io): Promise<Ending> {
  if (DISK.typeOf(resolve(io.cwd(), CONFIG_NAME)).value !== undefined)
    throw new UsageError(`${CONFIG_NAME} is there already`, "edit it, or remove it first");
  // An object of this run: the time that it may take begins when its options are first used.
  const options = { ...DEFAULTS };
  const loaded = await loadLintRoots(await readLintTree(options, HERE, io), HERE, options, io);
  if (workOf(options).limit !== undefined)
    throw new UsageError(
      `reading this folder takes longer than ${options.timeout} seconds, and a config is not written from a part of it`,
      "run anp init in a folder of it",
    );
  failWithoutObjects(loaded, HERE.paths);
  const text = initialConfig({
    files: filesWithObjects(loaded),
    objects: loaded.summary.objects,
    sets: setsOf(loaded).map(({ name }) => name),
    hasPods: loaded.roots.some(({ loaded: { cluster } }) => cluster.workloads.length > 0),
  });
  writeWholeFile(CONFIG_NAME, io.cwd(), [text]);
  io.stdout.write(`wrote ${CONFIG_NAME}; next: anp lint\n`);
  return FINE;
}

/** What is read where no option says otherwise. */
const DEFAULTS: CommandSourceOptions = {
  timeout: "60",
  maxFileSize: String(DEFAULT_LIMITS.fileSize),
  maxFiles: String(DEFAULT_LIMITS.files),
  maxTotalSize: String(DEFAULT_LIMITS.totalSize),
};

/** The files that hold objects, and those that may: charts, and what could not be read. */
function filesWithObjects({ met, summary }: LintSources): readonly string[] {
  const others = new Set(summary.other.filter(({ reason }) => reason !== "chart").map(({ file }) => file));
  return met.filter(({ name, skipped }) => skipped !== "other" && !others.has(name)).map(({ name }) => name);
}
