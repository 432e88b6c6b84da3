import { configSources } from "./found-config.js";
import { tellPlugin } from "./plugin-option.js";
import { isGithub } from "./runner.js";
import { asConfigError, withConfig } from "./config.js";
import { checkBaselineOptions, knownFindings, updateBaseline } from "./baseline.js";
import {
  checkedGate,
  comparedWith,
  findingsAt,
  gateStates,
  knownAt,
  type GateOptions,
  type GateStates,
} from "./gate.js";
import { DEFAULT_LIMITS } from "../input/limits.js";
import { resolve } from "node:path";
import { workTreeRoot } from "../input/config-file.js";
import { withConfigAt } from "./reviewed-config.js";
import { askAgain } from "./ask-again.js";
import { sourcesOfSet } from "./sources-of-set.js";
import {
  appendToFile,
  keepInputs,
  outputStream,
  parseOutputs,
  writeReport,
  writeReports,
  type Output,
} from "./output.js";
import { failWithoutObjects, metOf, reportLoading, reportUnbuilt } from "./load-sources.js";
import { HERE, sourcesIn, type Sources } from "./sources.js";
import { viewFor, type ViewOptions } from "./view.js";
import { checkFixOptions, loadFixed, type FixOptions } from "./lint-fix.js";
import { failingLevels, lintEnding } from "./lint-ending.js";
import { keepingStderr, LintCache, type RememberedRun } from "./lint-cache.js";
import { printConfig } from "./print-config.js";
import { NotShownError, OutputError, UsageError } from "./exit.js";
import { FINE, type Ending } from "./ending.js";
import { ROOTS_REPORTERS } from "../report/roots-reporters.js";
import { keepYoungGenerationSmall } from "./memory.js";
import { lintRoots } from "../linter/lint/lint-roots.js";
import { onePerReading } from "../linter/lint/one-cause.js";
import { loadLintRoots, readLintTree, setNames, setsOf, type LintSources } from "./lint-tree.js";
import { lintOptions, type RuleOptions } from "./lint-rules.js";
import { failForRender } from "./render.js";
import { readNamedFile } from "../input/named-file.js";
import { watchLint } from "./lint-watch.js";
import { suppressedText } from "../report/lint-words.js";
import { lintSummary } from "../report/lint-markdown.js";
import { LINT_FAILURES, LINT_REPORTERS, type LintFormat } from "../report/lint-reporters.js";
import { reportUnlisted } from "./report-unlisted.js";
import { noteConditions, offerAcceptances, uselessAcceptances } from "./offer-acceptances.js";
import { workOf } from "./limits.js";
import type { Diagnostic, Level } from "../cluster/problems/diagnostic.js";
import type { InputTree } from "./tree.js";
import type { Io } from "./io.js";
import type { LintOptions, LintResult } from "../linter/lint/lint.js";
import type { LintReport } from "../report/lint-report.js";
import { isUnreviewed, type AcceptedCondition } from "../cluster/problems/condition.js";

/** The options of `anp lint`. */
export interface LintCommandOptions extends GateOptions, RuleOptions, ViewOptions, FixOptions {
  readonly output?: readonly string[];
  readonly failOn: Level | "never";
  readonly maxWarnings?: string;
  readonly quiet?: boolean;
  readonly roots?: boolean;
  readonly printConfig?: string;
  readonly statistics?: boolean;
  readonly watch?: boolean;
  readonly cache?: boolean;
}

/** Runs the command. @throws {UsageError} for what cannot be run */
export async function runLint(
  paths: readonly string[],
  options: LintCommandOptions,
  io: Io,
): Promise<Ending> {
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
  writeReports({ roots: setsOf(loaded) }, ROOTS_REPORTERS, outputs, options, io);
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
  const read = isFixing
    ? await loadFixed(options, sources, rules, io)
    : await readLintTree(options, sources, io);
  const request: LintRequest = { call: { outputs, paths, typed, onRead }, options, sources, states, rules };
  const cache = isFixing ? undefined : await cacheOf(read, request, io);
  const remembered = await cache?.find();
  if (remembered !== undefined) {
    const met = [...read.inputs, ...read.fetched].flatMap(metOf);
    onRead?.(met.map(({ name }) => name));
    keepInputs(outputs, met, io);
    writeRemembered(remembered, outputs, io);
    return remembered.ending;
  }
  const kept = cache === undefined ? undefined : keepingStderr(io);
  const report = await reportOf(cache?.tree ?? read, request, kept?.io ?? io);
  const before = kept?.taken() ?? "";
  const summary = outputs.some(({ format }) => format === "github") ? summaryOf(report, io) : undefined;
  const texts = cache === undefined ? undefined : textsOf(report, outputs, options, io);
  if (texts === undefined) writeReports(report, LINT_REPORTERS, outputs, options, io);
  else for (const [i, { file }] of outputs.entries()) writeReport([texts[i] ?? ""], file, io);
  await tellRest(report, request, kept?.io ?? io);
  writeSummary(summary, io);
  const ending = lintEnding({ ...report, diagnostics: report.all }, { ...options, maxWarnings });
  if (cache !== undefined && texts !== undefined && isWhole(report))
    cache.remember({
      before,
      outputs: texts,
      ...(summary === undefined ? {} : { summary }),
      after: kept?.taken() ?? "",
      ending,
    });
  return ending;
}

/** A run as its options and its config have it. */
interface LintRequest {
  readonly call: LintCall;
  readonly options: LintCommandOptions;
  readonly sources: Sources;
  readonly states: GateStates | undefined;
  readonly rules: LintOptions;
}

/** A report with what decides how the run ends. */
interface WholeReport extends LintReport {
  /** All findings, shown or not. */
  readonly all: readonly Diagnostic[];
  readonly unreviewed: readonly AcceptedCondition[];
}

/** True where the same input always comes to the same. */
function isWhole({ isIncomplete, conditions = [] }: LintReport): boolean {
  return !isIncomplete && conditions.length === 0;
}

/** What is found, and how it is reported. */
async function reportOf(
  tree: InputTree,
  { call: { outputs, typed, onRead }, options, sources, states, rules }: LintRequest,
  io: Io,
): Promise<WholeReport> {
  const loaded = await loadLintRoots(tree, sources, options, io);
  onRead?.(loaded.met.map(({ name }) => name));
  failWithoutObjects(loaded, sources.paths);
  keepInputs(outputs, loaded.met, io);
  if (options.verbose === true || outputs.every(({ format }) => format !== "text"))
    reportLoading(loaded, options, io);
  // A finding says it of what may hold policies, with the command.
  else reportUnbuilt(loaded, [], io);
  const unlisted = reportUnlisted(tree.inputs, loaded.roots, io);
  for (const { name, loaded: root } of loaded.roots)
    tellPlugin(root.cluster, options, io, loaded.roots.length > 1 ? name : "");
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
    loaded.roots.map((root) => [root.name, askAgain(sourcesOfSet(root, sources, loaded), typed)]),
  );
  const found = lintAs(
    { ...loaded, suppressions },
    { ...rules, gate, known: [...known, ...before], asks },
    options,
  );
  const result =
    options.updateBaseline === true ? updateBaseline(found, setNames(loaded), options, io) : found;
  const { suppressed, baselined, gone, skipped, limit } = result;
  const all = onePerReading(result.diagnostics);
  const shown = options.quiet === true ? all.filter(({ level }) => level === "error") : all;
  const { conditions } = loaded;
  const unreviewed = options.failOn === "never" ? [] : conditions.filter(isUnreviewed);
  const isIncomplete =
    limit !== undefined || unreviewed.length > 0 || all.some(({ category }) => category === "input");
  return {
    all,
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
    failing: new Set<Level>([
      "error",
      ...failingLevels(all, { ...options, maxWarnings: maximum(options.maxWarnings) }),
    ]),
    isIncomplete,
    conditions,
    unlisted,
    unreviewed,
    limit,
  };
}

/** What is said beside a report. */
async function tellRest(
  report: WholeReport,
  { call: { outputs }, options }: LintRequest,
  io: Io,
): Promise<void> {
  const silenced = suppressedText(report);
  if (outputs.every(({ format }) => format === "compact")) noteConditions(report.conditions ?? [], io);
  if (silenced !== undefined && outputs.every(({ format }) => format !== "text"))
    io.stderr.write(`${silenced}\n`);
  await offerAcceptances(report.all, options, io);
}

function textsOf(
  report: LintReport,
  outputs: LintCall["outputs"],
  options: ViewOptions,
  io: Io,
): readonly string[] {
  return outputs.map(({ format, file }) => {
    const view = viewFor(options, outputStream(file, io), io.env, io.cwd());
    return [...LINT_REPORTERS[format](report, view)].join("");
  });
}

/** Writes what a run wrote before. */
function writeRemembered(
  { before, outputs: texts, after, summary }: RememberedRun,
  outputs: LintCall["outputs"],
  io: Io,
): void {
  if (before !== "") io.stderr.write(before);
  for (const [i, { file }] of outputs.entries()) writeReport([texts[i] ?? ""], file, io);
  if (after !== "") io.stderr.write(after);
  writeSummary(summary, io);
}

/** The cache of a run, where it is asked for and all that the run rests on can be compared. */
async function cacheOf(
  tree: InputTree,
  { call: { outputs, paths, typed }, options, sources, states, rules }: LintRequest,
  io: Io,
): Promise<LintCache | undefined> {
  const { configured, accept = [] } = options;
  // What other programs render rests on more than what is read.
  if (
    options.cache !== true ||
    options.render === true ||
    options.updateBaseline === true ||
    sources.base !== undefined
  )
    return undefined;
  if (accept.length > 0 || (configured?.config.accept ?? []).length > 0) return undefined;
  const where = { cwd: io.cwd(), followsLinks: options.followSymlinks ?? false };
  const named = [options.baseline, options.dns, ...(options.crd ?? [])].map((path) => {
    const file = path === undefined ? undefined : readNamedFile(path, where, DEFAULT_LIMITS.fileSize);
    return file?.bytes === undefined ? file : Buffer.from(file.bytes).toString("latin1");
  });
  const facts = {
    paths,
    typed: { ...typed },
    cwd: io.cwd(),
    config:
      configured === undefined
        ? undefined
        : [configured.folder, configured.isReviewed, configured.config.file],
    named,
    states,
    // Whether suppressions can be compared depends on where their files are.
    trees: sources.paths.map((path) => workTreeRoot(resolve(io.cwd(), path))),
    compared: states === undefined ? await comparedWith(options, io) : undefined,
    today: rules.today,
    views: outputs.map(({ file }) => {
      const { paint, link, ...view } = viewFor(options, outputStream(file, io), io.env, io.cwd());
      return { ...view, bold: paint.bold("x"), hasLinks: link !== undefined };
    }),
    summary: io.env["GITHUB_STEP_SUMMARY"] === undefined,
  };
  return LintCache.of(tree, facts, sources.paths, io);
}

/** @throws {UsageError} for a config of which patterns take too long */
function lintAs(loaded: LintSources, rules: LintOptions, options: LintCommandOptions): LintResult {
  try {
    return lintRoots(loaded, { ...rules, work: workOf(options) });
  } catch (error) {
    throw asConfigError(error, options);
  }
}

/** Where a patch is printed, nothing else goes to standard output. */
function outputsFor({ output, fixDryRun }: LintCommandOptions, io: Io): readonly Output<LintFormat>[] {
  if (fixDryRun === true && output === undefined) return [];
  return parseOutputs(output, LINT_REPORTERS, isGithub(io) ? "github" : "text");
}

/** The summary of a job: GitHub shows the file that this variable names below the job; steps add to it. */
function summaryOf(report: LintReport, { env }: Io): string | undefined {
  return (env["GITHUB_STEP_SUMMARY"] ?? "") === "" ? undefined : lintSummary(report);
}

function writeSummary(summary: string | undefined, io: Io): void {
  const file = io.env["GITHUB_STEP_SUMMARY"] ?? "";
  if (summary !== undefined && file !== "") appendToFile(summary, file, io);
}

function maximum(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--max-warnings needs a whole number, not "${text}"`);
  return Number(text);
}
