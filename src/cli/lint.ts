import { isGithub } from "./runner.js";
import { foldersOfAll } from "./folders-of-all.js";
import { addConfigOption, asConfigError, configSources, withConfig } from "./config.js";
import { checkBaselineOptions, knownFindings, updateBaseline } from "./baseline.js";
import { checkedGate, findingsAt, gateStates, knownAt, type GateOptions } from "./gate.js";
import { withConfigAt } from "./reviewed-config.js";
import { askAgain } from "./ask-again.js";
import { collectList } from "./collect.js";
import { GROUPS } from "./option-groups.js";
import { Option } from "commander";
import {
  addOutputOption,
  appendToFile,
  keepInputs,
  parseOutputs,
  writeReport,
  writeReports,
  type Output,
} from "./output.js";
import { addSourceOptions } from "./source-options.js";
import { failWithoutObjects, reportLoading, reportUnbuilt } from "./load-sources.js";
import { HERE, sourcesIn, type Sources } from "./sources.js";
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
import { lintOptions, type RuleOptions } from "./lint-rules.js";
import { watchLint } from "./lint-watch.js";
import { addRenderOption, failForRender } from "./render.js";
import type { LintOptions, LintResult } from "../linter/lint/lint.js";
import { suppressedText } from "../report/lint-words.js";
import { lintSummary } from "../report/lint-markdown.js";
import { LINT_FAILURES, LINT_REPORTERS, type LintFormat } from "../report/lint-reporters.js";
import type { LintReport } from "../report/lint-report.js";
import { noteConditions, offerAcceptances, uselessAcceptances } from "./offer-acceptances.js";
import { workOf } from "./limits.js";
import type { Io } from "./io.js";
import type { LoadedRoot } from "../cluster/roots/load-roots.js";
import type { Register } from "./register.js";

interface LintCommandOptions extends GateOptions, RuleOptions, ViewOptions, FixOptions {
  readonly output?: readonly string[];
  readonly failOn: Level | "never";
  readonly maxWarnings?: string;
  readonly quiet?: boolean;
  readonly roots?: boolean;
  readonly printConfig?: string;
  readonly statistics?: boolean;
  readonly watch?: boolean;
}

const EXAMPLES = `
Examples:
  anp lint ./manifests
  helm template . | anp lint -
  anp lint k8s --max-warnings 5 --rule unnamed-rule=off
  anp lint k8s -o sarif=results.sarif -o compact
  anp lint k8s -o gitlab=gl-code-quality-report.json -o text
  anp lint k8s --watch
  anp lint k8s --fix
  anp lint k8s --fix-dry-run --unsafe-fixes
  anp lint k8s --baseline known.json --update-baseline
  anp lint k8s --changed
  anp lint k8s --gate-from HEAD
  anp lint . --roots
  anp lint . --render
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
    .option("--watch", "run again whenever what is read changes, until Ctrl-C")
    .option("--roots", "list the sets of manifests that are linted each by itself, and why")
    .option("--fix", "apply unambiguous fixes; report the rest")
    .option("--unsafe-fixes", "with --fix or --fix-dry-run: also fixes that open or close something")
    .option("--fix-dry-run", "print what --fix would change as a patch; write nothing");
  command.option("--statistics", "count the findings of each rule; with -o json, besides listing them");
  addOutputOption(command, LINT_REPORTERS, "text; github in GitHub Actions");
  addRenderOption(addSourceOptions(command));
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
  failForRender(options, [
    ...(options.fix === true ? ["--fix"] : []),
    ...(options.fixDryRun === true ? ["--fix-dry-run"] : []),
    ...(options.watch === true ? ["--watch"] : []),
  ]);
  if (options.watch === true)
    return watchLint({ paths, options, outputs: outputsFor(options, io) }, io, (onRead) =>
      runOnce(paths, { ...options }, io, onRead),
    );
  return runOnce(paths, options, io);
}

/** @param onRead told of the files that were read */
async function runOnce(
  paths: readonly string[],
  options: LintCommandOptions,
  io: Io,
  onRead?: (names: readonly string[]) => void,
): Promise<Ending> {
  if (options.roots === true) return listRoots(paths, options, io);
  const outputs = outputsFor(options, io);
  checkFixOptions(options, outputs);
  checkBaselineOptions(options);
  if (options.statistics === true && outputs.every(({ format }) => format !== "text" && format !== "json"))
    throw new UsageError("--statistics only affects -o text and -o json");
  try {
    return await runWith({ outputs, paths, typed: options, onRead }, io);
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
  // What is left may hold nothing.
  const roots = loaded.roots.filter(
    ({ reason, loaded: { summary, problems } }) =>
      reason.code !== "rest" || summary.objects.size > 0 || problems.length > 0 || loaded.roots.length === 1,
  );
  writeReports({ roots }, ROOTS_REPORTERS, outputs, options, io);
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

/** A call of the command. */
interface LintCall {
  readonly outputs: readonly Output<LintFormat>[];
  readonly paths: readonly string[];
  /** The options as they were typed. */
  readonly typed: LintCommandOptions;
  readonly onRead: ((names: readonly string[]) => void) | undefined;
}

async function runWith({ outputs, paths, typed, onRead }: LintCall, io: Io): Promise<Ending> {
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
  onRead?.(loaded.met.map(({ name }) => name));
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
    hasBaseline:
      (options.baseline !== undefined && options.updateBaseline !== true) || states?.findings !== undefined,
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

/** GitHub shows the file that this variable names below the job; steps add to it. */
function writeJobSummary(report: LintReport, io: Io): void {
  const file = io.env["GITHUB_STEP_SUMMARY"];
  if (file !== undefined && file !== "") appendToFile(lintSummary(report), file, io);
}

function maximum(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--max-warnings needs a whole number, not "${text}"`);
  return Number(text);
}
