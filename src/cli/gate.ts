import { configPath } from "./found-config.js";
import { configuredBy } from "./config.js";
import { configAt, fileAt, orUsage, placeOf } from "./reviewed-config.js";
import { baselineLoosenings, configLoosenings, suppressionLoosenings } from "../linter/gate/loosenings.js";
import { contentAt } from "./acceptances.js";
import { baselineOf } from "../linter/baseline/baseline.js";
import { compareSuppressions } from "../linter/gate/new-suppressions.js";
import { workTreeRoot } from "../input/config-file.js";
import { DEFAULT_LIMITS } from "../input/limits.js";
import { defuse, encode } from "../report/encode.js";
import { GitError } from "../input/git-error.js";
import { inputOptions, type Sources } from "./sources.js";
import { isEffective } from "../linter/suppress/review.js";
import { knownIn, type BaselineOptions } from "./baseline.js";
import { lintRoots } from "../linter/lint/lint-roots.js";
import { loadLintRoots, setNames, type LintSources } from "./lint-tree.js";
import { rendererOf, withCharts } from "./render.js";
import { readTree } from "./tree.js";
import type { KnownFindings, LintOptions } from "../linter/lint/lint.js";
import { isMergeBase, mergeBase, revisionNamed, type GitPlace, type NamedCommit } from "../input/git-base.js";
import { isPullRequest, type TargetBranch } from "../input/target-branch.js";
import { dirname, resolve } from "node:path";
import { pathInside } from "../input/path-inside.js";
import { readGitInputs } from "../input/git.js";
import { timeLimit } from "./limits.js";
import { UsageError } from "./exit.js";
import type { Configured } from "./source-options.js";
import type { FetchFile } from "../cluster/roots/tree-files.js";
import type { Input } from "../cluster/load/input.js";
import type { Io } from "./io.js";
import type { Problem } from "../cluster/problems/problem.js";
import type { Suppression } from "../cluster/problems/suppression.js";

/** What is compared with which state of the repository. */
export interface GateOptions extends BaselineOptions {
  readonly changed?: boolean;
  readonly changedSince?: string;
  readonly gateFrom?: string;
}

/** The states that a run compares with. */
export interface GateStates {
  /** Whose config, baseline and suppressions count. */
  readonly gate: NamedCommit;
  /** Whose findings are known; undefined where all findings count. */
  readonly findings: NamedCommit | undefined;
}

/** The states that the options name. @throws {UsageError} where one of them is not there */
export async function gateStates(options: GateOptions, io: Io): Promise<GateStates | undefined> {
  const { changed, changedSince, gateFrom, updateBaseline } = options;
  if (changed === true && changedSince !== undefined)
    throw new UsageError("--changed and --changed-since can't be combined");
  if (changed !== true && changedSince === undefined && gateFrom === undefined) return undefined;
  if (updateBaseline === true)
    throw new UsageError("--update-baseline writes a baseline; it can't be combined with a revision");
  const place = placeOf(options, io);
  return orUsage(async () => {
    const named = (name: string | undefined): Promise<NamedCommit> | undefined =>
      name === undefined ? undefined : revisionNamed(place, name);
    const findings = changed === true ? await neededMergeBase(place) : await named(changedSince);
    const gate = (await named(gateFrom)) ?? findings;
    if (gate === undefined) throw new Error("invariant: a state is named");
    return { gate, findings };
  });
}

async function neededMergeBase(place: GitPlace): Promise<NamedCommit> {
  const base = await mergeBase(place);
  if (isMergeBase(base)) return base;
  throw new UsageError(
    base === "history-missing"
      ? "no merge base with the default branch: this clone's history doesn't reach it"
      : base === "no-default-branch"
        ? "no merge base: the repository has no default branch to compare with"
        : `no merge base: ${missingText(base)}`,
    WHOLE_HISTORY,
    "or name a revision: --changed-since REV",
  );
}

/** The baseline at a revision: what it does not know there counts. One that is no part of the repository is taken as it is. */
export async function knownAt(
  known: readonly KnownFindings[],
  options: GateOptions,
  { gate }: GateStates,
  io: Io,
): Promise<readonly KnownFindings[]> {
  const { baseline } = options;
  if (baseline === undefined || !isInWorkTree(baseline, io)) return known;
  const file = await fileAt(resolve(io.cwd(), baseline), gate, DEFAULT_LIMITS.fileSize, options, io);
  return file === undefined ? [] : [knownIn(file)];
}

/** What a run has loaded, and how. */
export interface GatedRun {
  readonly loaded: LintSources;
  readonly options: GateOptions & LintInline;
  readonly sources: Sources;
  readonly states: GateStates | undefined;
  readonly known: readonly KnownFindings[];
  /** `2026-11-23`. */
  readonly today: string;
}

interface LintInline {
  readonly inlineSuppressions?: boolean;
}

/** The suppressions that count, and what is said of the gate. */
export interface CheckedGate {
  readonly suppressions: readonly Suppression[];
  readonly problems: readonly Problem[];
}

/**
 * Compares what keeps findings from counting with a state that was reviewed: the one that is named, whose gate it is, else the
 * merge base, where there is something to compare.
 * @throws {UsageError} where the history does not reach the merge base
 */
export async function checkedGate(run: GatedRun, io: Io): Promise<CheckedGate> {
  const { loaded, options, states, today } = run;
  const all = options.inlineSuppressions === false ? [] : loaded.suppressions;
  // Who can change a cluster needs no pull request.
  const written = all.filter(({ at }) => at.document.file.isStored !== true);
  if (states !== undefined) {
    const before = written.length === 0 ? [] : await suppressionsAt(states.gate, run, io);
    const { known, added } = compareSuppressions(before, written);
    const stored = all.filter(({ at }) => at.document.file.isStored === true);
    const fresh = added.filter((each) => isEffective(each, today));
    const without = added.filter((each) => !isEffective(each, today));
    const problems = suppressionLoosenings(fresh, { since: states.gate.name, counts: false });
    // What has no effect anyhow is said to have none.
    return { suppressions: [...stored, ...known, ...without], problems };
  }
  const isUsed =
    written.length > 0 ||
    isInWorkTree(options.configured?.config.file.name, io) ||
    isInWorkTree(options.baseline, io);
  const isOutside = workTreeRoot(io.cwd()) === undefined;
  const files = new Set(written.map(({ at }) => at.document.file.name));
  if (isOutside && [...files].some((file) => isCommitted(file, io)))
    failOrNote("run it inside of the repository", io);
  if (!isUsed || options.updateBaseline === true || isOutside) return { suppressions: all, problems: [] };
  const base = await implicitBase(options, io);
  if (base === undefined) return { suppressions: all, problems: [] };
  const context = { since: base.name, counts: true };
  const effective = written.filter((each) => isEffective(each, today));
  const before = effective.length === 0 ? [] : await suppressionsAt(base, run, io);
  const { added } = compareSuppressions(before, effective);
  return {
    suppressions: all,
    problems: [
      ...configLoosenings(await configBefore(options, base, io), options.configured, context),
      ...(await baselineProblems(run, base, io)),
      ...suppressionLoosenings(added, context),
    ],
  };
}

/** What git says that a run is compared with, in a text that is another where the answer is. */
export async function comparedWith(options: GateOptions, io: Io): Promise<string> {
  if (workTreeRoot(io.cwd()) === undefined) return "";
  try {
    const base = await mergeBase(placeOf(options, io));
    if (isMergeBase(base)) return `${base.name} ${base.commit}`;
    return typeof base === "string" ? base : missingText(base);
  } catch (error) {
    if (error instanceof GitError) return error.message;
    throw error;
  }
}

function missingText({ branch, variable }: TargetBranch): string {
  return `this clone has no branch ${encode(branch)}, which ${variable} names`;
}

/** @throws {UsageError} where the history does not reach it: whoever cannot compare does not pass */
async function implicitBase(options: GateOptions, io: Io): Promise<NamedCommit | undefined> {
  try {
    const base = await mergeBase(placeOf(options, io));
    if (isMergeBase(base)) return base;
    if (base === "no-default-branch" && !isPullRequest(io.env)) return noteNotCompared("there is none", io);
    const why = typeof base === "string" ? WHY_NONE[base] : missingText(base);
    throw notComparable(why, WHOLE_HISTORY);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return failOrNote(error.message, io, ...error.hints);
  }
}

/** At a desk nobody is to be kept out; whoever wrote a pull request is. @throws {UsageError} where one is checked */
function failOrNote(why: string, io: Io, ...hints: readonly string[]): undefined {
  if (isPullRequest(io.env)) throw notComparable(why, ...hints);
  return noteNotCompared(why, io);
}

const WHY_NONE = {
  "history-missing": "this clone's history doesn't reach it",
  "no-default-branch": "this clone has no main or master branch, and nothing names another one",
} as const;

const WHOLE_HISTORY =
  "fetch the whole history (git fetch --unshallow; fetch-depth: 0 in GitHub Actions, GIT_DEPTH: 0 in GitLab)";

function notComparable(why: string, ...hints: readonly string[]): UsageError {
  return new UsageError(
    `suppressions, config or baseline can't be compared with the target branch: ${why}`,
    ...hints,
    "or name a revision whose gate counts: --gate-from REV",
  );
}

function noteNotCompared(why: string, io: Io): undefined {
  const line = `suppressions, config and baseline were not compared with a default branch: ${why}`;
  io.stderr.write(`${defuse(encode(line))}\n`);
}

/** True for a file in some git work tree. */
function isCommitted(name: string, io: Io): boolean {
  return workTreeRoot(dirname(resolve(io.cwd(), name))) !== undefined;
}

/** The config that the base has; one that cannot be read there said nothing. */
async function configBefore(
  options: GateOptions,
  base: NamedCommit,
  io: Io,
): Promise<Configured | undefined> {
  const path = configPath(options, io);
  if (path === undefined || !isInWorkTree(path, io)) return options.configured;
  try {
    const found = await configAt(options, base, io);
    return found === undefined || found === "elsewhere"
      ? undefined
      : configuredBy(found.file, found.folder, io);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

async function baselineProblems(
  { loaded, options, known }: GatedRun,
  base: NamedCommit,
  io: Io,
): Promise<readonly Problem[]> {
  const { baseline } = options;
  const [now] = known;
  if (baseline === undefined || now === undefined || !isInWorkTree(baseline, io)) return [];
  const file = await fileAt(resolve(io.cwd(), baseline), base, DEFAULT_LIMITS.fileSize, options, io);
  const before = file === undefined ? undefined : knownIn(file).baseline;
  return baselineLoosenings(before, now.baseline, setNames(loaded), { since: base.name, counts: true });
}

/** The findings at a revision, as what is known. */
export async function findingsAt(
  { options, sources, states, known }: GatedRun,
  rules: LintOptions,
  io: Io,
): Promise<readonly KnownFindings[]> {
  if (states?.findings === undefined) return [];
  const before = await loadedAt(states.findings, { options, sources }, io);
  // A finding that the baseline knows is not known once more by the revision.
  const { diagnostics } = lintRoots(before, {
    ...rules,
    known: known.map((each) => ({ ...each, isPruned: false })),
  });
  const baseline = baselineOf(diagnostics, setNames(before));
  return [{ baseline, isPruned: false, findings: diagnostics }];
}

/** The suppressions that had an effect at a revision: one without a reason was in nobody's way, and is new with one. */
async function suppressionsAt(revision: NamedCommit, run: GatedRun, io: Io): Promise<readonly Suppression[]> {
  const { suppressions } = await loadedAt(revision, run, io);
  return suppressions.filter((each) => isEffective(each, run.today));
}

/** What a revision holds at the paths of a run, as far as they are part of the repository. */
async function loadedAt(
  { commit }: NamedCommit,
  { options, sources }: Pick<GatedRun, "options" | "sources">,
  io: Io,
): Promise<LintSources> {
  const paths = sources.paths.filter((path) => path !== "-" && isInWorkTree(path, io));
  // A budget of its own: the run's is for what is there now.
  const own = { ...options, content: contentAt(commit, options, io) };
  const sourcesThere: Sources = { base: undefined, paths };
  if (paths.length === 0)
    return loadLintRoots({ inputs: [], fetch: undefined, fetched: [] }, sourcesThere, own, io);
  const read = (onFetch: (fetch: FetchFile) => void): AsyncIterable<Input> =>
    readGitInputs({
      ...inputOptions(own, paths, io),
      revision: commit,
      env: io.env,
      signal: AbortSignal.timeout(timeLimit(own)),
      onMissing: () => undefined,
      onFetch,
    });
  return orUsage(async () =>
    loadLintRoots(await withCharts(await readTree(read), rendererOf(own, paths, io)), sourcesThere, own, io),
  );
}

function isInWorkTree(path: string | undefined, io: Io): boolean {
  const root = workTreeRoot(io.cwd());
  return path !== undefined && root !== undefined && pathInside(root, resolve(io.cwd(), path)) !== undefined;
}
