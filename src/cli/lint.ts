import { isGithub, today } from "./runner.js";
import { foldersOfAll } from "./folders-of-all.js";
import { addConfigOption, asConfigError, configSources, withConfig } from "./config.js";
import { checkBaselineOptions, knownFindings, updateBaseline } from "./baseline.js";
import { checkedGate, findingsAt, gateStates, knownAt, type GateOptions } from "./gate.js";
import { withConfigAt } from "./reviewed-config.js";
import { askAgain } from "./ask-again.js";
import { collectList } from "./collect.js";
import { GROUPS } from "./option-groups.js";
import { Option } from "commander";
import { resolve } from "node:path";
import { configuredRules } from "../linter/config/effective.js";
import {
  addOutputOption,
  appendToFile,
  keepInputs,
  parseOutputs,
  writeReport,
  writeReports,
  type Output,
} from "./output.js";
import { addSourceOptions, type Configured } from "./source-options.js";
import { failWithoutObjects, reportLoading, reportUnbuilt } from "./load-sources.js";
import { sourcesIn, type Sources } from "./sources.js";
import { addViewOptions, type ViewOptions } from "./view.js";
import { checkFixOptions, loadFixed, type FixOptions } from "./lint-fix.js";
import { failingLevels, lintEnding } from "./lint-ending.js";
import { printConfig } from "./print-config.js";
import { NotShownError, OutputError, UsageError } from "./exit.js";
import { FINE, type Ending } from "./ending.js";
import { ROOTS_REPORTERS } from "../report/roots-reporters.js";
import { LEVELS, type Level } from "../cluster/problems/diagnostic.js";
import { keepYoungGenerationSmall } from "./memory.js";
import { lintRoots } from "../linter/lint/lint-roots.js";
import { loadLintRoots, readLintTree, type LintSources } from "./lint-tree.js";
import type { LintOptions, LintResult } from "../linter/lint/lint.js";
import { suppressedText } from "../report/lint-words.js";
import { lintSummary } from "../report/lint-markdown.js";
import { LINT_FAILURES, LINT_REPORTERS, type LintFormat } from "../report/lint-reporters.js";
import type { LintReport } from "../report/lint-report.js";
import { noteConditions, offerAcceptances, uselessAcceptances } from "./offer-acceptances.js";
import { nearest } from "../base/text/nearest.js";
import { workOf } from "./limits.js";
import { RULES } from "../linter/rules/index.js";
import type { Io } from "./io.js";
import type { LoadedRoot } from "../cluster/roots/load-roots.js";
import type { Register } from "./register.js";

interface LintCommandOptions extends GateOptions, ViewOptions, FixOptions {
  readonly output?: readonly string[];
  readonly failOn: Level | "never";
  readonly maxWarnings?: string;
  readonly quiet?: boolean;
  readonly roots?: boolean;
  readonly rule?: readonly string[];
  readonly only?: readonly string[];
  readonly printConfig?: string;
  readonly statistics?: boolean;
  /** False for `--no-inline-suppressions`. */
  readonly inlineSuppressions?: boolean;
}

const EXAMPLES = `
Examples:
  anp lint ./manifests
  helm template . | anp lint -
  anp lint k8s --max-warnings 5 --rule unnamed-rule=off
  anp lint k8s -o sarif=results.sarif -o compact
  anp lint k8s -o gitlab=gl-code-quality-report.json -o text
  anp lint k8s --fix
  anp lint k8s --fix-dry-run --unsafe-fixes
  anp lint k8s --baseline known.json --update-baseline
  anp lint k8s --changed
  anp lint k8s --gate-from HEAD
  anp lint . --roots
  anp lint --context prod
  anp lint --print-config k8s/web.yaml`;

/** Registers `anp lint`. */
export const addLintCommand: Register = (program, io, done) => {
  const command = program
    .command("lint")
    .summary("find mistakes in policies")
    .description("Reports what the API server refuses, and what it accepts but won't do what you'd expect.")
    .argument(
      "[paths...]",
      "files, folders or globs; - is standard input (default: the current folder, or the cluster that an option names)",
    )
    .optionsGroup(GROUPS.question)
    .addOption(
      new Option("--fail-on <level>", "exit 1 for findings at this level or above")
        .choices([...LEVELS, "never"])
        .default("error"),
    )
    .option("--max-warnings <count>", "exit 1 if there are more warnings, unless --fail-on is never")
    .option("--quiet", "show errors only")
    .option(
      "--rule <id=level>",
      "change a rule's level: off, info, warning, error (repeatable, or with commas)",
      collectList,
    )
    .option(
      "--baseline <file>",
      "report only findings that this file doesn't know, and entries that are gone",
    )
    .option("--update-baseline", "write what is found to the --baseline file")
    .option(
      "--changed",
      "report only findings that the merge base with the default branch doesn't have; implies --gate-from",
    )
    .option(
      "--changed-since <rev>",
      "report only findings that this git revision doesn't have; implies --gate-from",
    )
    .option("--gate-from <rev>", "take config, baseline and suppressions from this git revision")
    .option("--no-inline-suppressions", "ignore suppressions in comments and annotations")
    .option("--only <id>", "run only this rule (repeatable, or with commas)", collectList)
    .option("--roots", "list the sets of manifests that are linted each by itself, and why")
    .option("--fix", "apply unambiguous fixes; report the rest")
    .option("--unsafe-fixes", "with --fix or --fix-dry-run: also fixes that open or close something")
    .option("--fix-dry-run", "print what --fix would change as a patch; write nothing");
  command.option("--statistics", "count the findings of each rule; with -o json, besides listing them");
  addOutputOption(command, LINT_REPORTERS, "text; github in GitHub Actions");
  addSourceOptions(command);
  addConfigOption(command).option(
    "--print-config <file>",
    "print what the config and the options say about this file, and exit",
  );
  addViewOptions(command);
  command
    .addHelpText("after", EXAMPLES)
    .action(async (paths: readonly string[], options: LintCommandOptions) => {
      done(await runLint(paths, options, io));
    });
};

async function runLint(paths: readonly string[], options: LintCommandOptions, io: Io): Promise<Ending> {
  if (options.roots === true) return listRoots(paths, options, io);
  const outputs = outputsFor(options, io);
  checkFixOptions(options, outputs);
  checkBaselineOptions(options);
  if (options.statistics === true && outputs.every(({ format }) => format !== "text" && format !== "json"))
    throw new UsageError("--statistics only affects -o text and -o json");
  try {
    return await runWith(outputs, paths, options, io);
  } catch (error) {
    if (!(error instanceof UsageError) || error instanceof NotShownError) writeFailure(outputs, error, io);
    throw error;
  }
}

/** Prints how a tree is cut. */
async function listRoots(paths: readonly string[], typed: LintCommandOptions, io: Io): Promise<Ending> {
  const options = withConfig(typed, io);
  if (options.fix === true || options.fixDryRun === true)
    throw new UsageError("--roots and --fix can't be combined");
  const outputs = parseOutputs(options.output, ROOTS_REPORTERS, "text");
  const named = [...paths, ...(options.filename ?? [])];
  const own = configSources(options, io);
  const sources = sourcesIn(options, named, own.length === 0 ? HERE : { base: undefined, paths: own });
  const loaded = await loadLintRoots(await readLintTree(options, sources, io), sources, options, io);
  failWithoutObjects(loaded, sources.paths);
  keepInputs(outputs, loaded.met, io);
  writeReports({ roots: loaded.roots }, ROOTS_REPORTERS, outputs, options, io);
  return FINE;
}

/** What is waited for says that the run failed. */
function writeFailure(outputs: readonly Output<LintFormat>[], error: unknown, io: Io): void {
  if (error instanceof OutputError) return;
  const message = error instanceof Error ? error.message : String(error);
  for (const { format, file } of outputs) {
    const failed = LINT_FAILURES[format];
    if (failed !== undefined) writeReport([failed(message)], file, io);
  }
}

async function runWith(
  outputs: readonly Output<LintFormat>[],
  paths: readonly string[],
  typed: LintCommandOptions,
  io: Io,
): Promise<Ending> {
  keepYoungGenerationSmall();
  const states = await gateStates(typed, io);
  const options = states === undefined ? withConfig(typed, io) : await withConfigAt(typed, states.gate, io);
  const maxWarnings = maximum(options.maxWarnings);
  const named = [...paths, ...(options.filename ?? [])];
  const own = configSources(options, io);
  const sources = sourcesIn(options, named, own.length === 0 ? HERE : { base: undefined, paths: own });
  const rules = lintOptions(options, sources, io);
  if (options.printConfig !== undefined) {
    printConfig(options.printConfig, options, rules, io);
    return FINE;
  }
  const isFixing = options.fix === true || options.fixDryRun === true;
  const tree = isFixing
    ? await loadFixed(options, sources, rules, io)
    : await readLintTree(options, sources, io);
  const loaded = await loadLintRoots(tree, sources, options, io);
  failWithoutObjects(loaded, sources.paths);
  keepInputs(outputs, loaded.met, io);
  if (options.verbose === true || outputs.every(({ format }) => format !== "text"))
    reportLoading(loaded, options, io);
  else reportUnbuilt(loaded, io);
  const now = knownFindings(options, io);
  const known = states === undefined ? now : await knownAt(now, options, states, io);
  const run = { loaded, options, sources, states, known, today: rules.today ?? "" };
  const { suppressions, problems } = await checkedGate(run, io);
  const gate = [
    ...problems,
    ...(rules.isWholeConfig === true ? uselessAcceptances(loaded, options, io) : []),
  ];
  const before = await findingsAt(run, rules, io);
  const asks = new Map(
    loaded.roots.map((root) => [root.name, askAgain(sourcesOf(root, sources, loaded), typed)]),
  );
  const found = lintAs(
    { ...loaded, suppressions },
    { ...rules, gate, known: [...known, ...before], asks },
    options,
  );
  const result = options.updateBaseline === true ? updateBaseline(found, options, io) : found;
  const { diagnostics: all, suppressed, baselined, gone, skipped, limit } = result;
  const shown = options.quiet === true ? all.filter(({ level }) => level === "error") : all;
  const { conditions } = loaded;
  const unreviewed = options.failOn === "never" ? [] : conditions.filter(({ isReviewed }) => !isReviewed);
  const isIncomplete =
    limit !== undefined || unreviewed.length > 0 || all.some(({ category }) => category === "input");
  const report: LintReport = {
    diagnostics: shown,
    hidden: all.length - shown.length,
    suppressed,
    baselined,
    gone,
    ...(states?.findings === undefined ? {} : { since: states.findings.name }),
    hasBaseline: options.baseline !== undefined || states?.findings !== undefined,
    skipped,
    summary: loaded.summary,
    ask: askAgain(sources, typed),
    isCounted: options.statistics === true,
    isVerbose: options.verbose === true,
    failing: new Set<Level>(["error", ...failingLevels(all, { ...options, maxWarnings })]),
    isIncomplete,
    conditions,
    unreviewed,
    limit,
  };
  writeReports(report, LINT_REPORTERS, outputs, options, io);
  const silenced = suppressedText(report);
  if (outputs.every(({ format }) => format === "compact")) noteConditions(conditions, io);
  if (silenced !== undefined && outputs.every(({ format }) => format !== "text"))
    io.stderr.write(`${silenced}\n`);
  if (outputs.some(({ format }) => format === "github")) writeJobSummary(report, io);
  await offerAcceptances(all, options, io);
  return lintEnding({ diagnostics: all, limit, isIncomplete, unreviewed }, { ...options, maxWarnings });
}

/** @throws {UsageError} for a config of which patterns take too long */
function lintAs(loaded: LintSources, rules: LintOptions, options: LintCommandOptions): LintResult {
  try {
    return lintRoots(loaded, { ...rules, work: workOf(options) });
  } catch (error) {
    throw asConfigError(error, options);
  }
}

/** What another command is to read for what was found in a set of manifests. */
function sourcesOf(root: LoadedRoot, sources: Sources, { roots, met }: LintSources): Sources {
  const { kustomizations, files, name } = root;
  if (roots.length < 2) return sources;
  const others = met.map((each) => each.name).filter((each) => !files.includes(each));
  const paths = [...kustomizations, ...foldersOfAll(files, others)];
  return { base: undefined, paths: paths.length > 0 ? paths : [name] };
}

/** Where a patch is printed, nothing else goes to standard output. */
function outputsFor({ output, fixDryRun }: LintCommandOptions, io: Io): readonly Output<LintFormat>[] {
  if (fixDryRun === true && output === undefined) return [];
  return parseOutputs(output, LINT_REPORTERS, isGithub(io) ? "github" : "text");
}

const HERE: Sources = { base: undefined, paths: ["."] };

/** GitHub shows the file that this variable names below the job; steps add to it. */
function writeJobSummary(report: LintReport, io: Io): void {
  const file = io.env["GITHUB_STEP_SUMMARY"];
  if (file !== undefined && file !== "") appendToFile(lintSummary(report), file, io);
}

/** Reads what the options say about rules and suppressions. @throws {UsageError} for a rule or level that does not exist */
function lintOptions(options: LintCommandOptions, { base, paths }: Sources, io: Io): LintOptions {
  const { rule, only, inlineSuppressions, configured } = options;
  const levels = new Map<string, Level | "off">();
  for (const text of rule ?? []) {
    const equals = text.indexOf("=");
    const level = [...LEVELS, "off" as const].find((each) => each === text.slice(equals + 1));
    if (equals === -1 || level === undefined)
      throw new UsageError(`--rule needs ID=LEVEL, not "${text}"`, `levels are off, ${LEVELS.join(", ")}`);
    const id = knownRule(text.slice(0, equals));
    failForInput(id, text);
    levels.set(id, level);
  }
  return {
    levels,
    ...(only === undefined ? {} : { only: new Set(only.map(knownRule)) }),
    noInlineSuppressions: inlineSuppressions === false,
    ...(configured === undefined
      ? {}
      : {
          configured: configuredRules(configured.config, configured.pathOf),
          isWholeConfig: base === undefined && readsAllOf(configured, paths, io),
        }),
    ...(configured?.config.complete === true ? { isComplete: true } : {}),
    today: today(),
  };
}

/** True where a run reads all that its config is about: its sources, or its folder. */
function readsAllOf({ config, folder }: Configured, paths: readonly string[], io: Io): boolean {
  const wanted = config.sources.length === 0 ? ["."] : config.sources;
  const read = new Set(paths.map((path) => resolve(io.cwd(), path)));
  return read.has(folder) || wanted.every((path) => read.has(resolve(folder, path)));
}

/** @throws {UsageError} for a rule about what could not be read: nothing else can be relied on then */
function failForInput(id: string, text: string): void {
  if (RULES.find((rule) => rule.id === id)?.category !== "input") return;
  throw new UsageError(
    `--rule ${text}: the level of ${id} can't change, because a file that wasn't read may contain a policy`,
    `skip files with --exclude; anp rules ${id} explains why`,
  );
}

function knownRule(id: string): string {
  const ids = RULES.map((rule) => rule.id as string);
  if (ids.includes(id)) return id;
  const [meant] = nearest(id, ids);
  throw new UsageError(
    `unknown rule "${id}"`,
    meant === undefined ? "run anp rules for a list" : `did you mean ${meant}?`,
  );
}

function maximum(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--max-warnings needs a whole number, not "${text}"`);
  return Number(text);
}
