import { orAtLimit } from "../../base/limits/or-at-limit.js";
import { apiServer } from "../../cluster/model/api-server.js";
import { clusterDns } from "../../cluster/model/cluster-dns.js";
import { annotationScrapers, prometheusPods } from "../../cluster/model/prometheus.js";
import { enforcedCluster } from "../../semantics/plugins/enforced-cluster.js";
import { diagnosticsInOrder } from "../../cluster/problems/order.js";
import { LimitReached, Work, type Limit } from "../../base/limits/work.js";
import { compareWith, goneOf, type Baseline } from "../baseline/baseline.js";
import { staleProblems } from "../baseline/stale.js";
import { suppress, type SuppressedFinding } from "../suppress/suppress.js";
import { Raised } from "../rules/raised.js";
import { RULES } from "../rules/index.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Diagnostic, Level } from "../../cluster/problems/diagnostic.js";
import type { Origin } from "../../source/manifest/origin.js";
import type { Problem, ProblemCode } from "../../cluster/problems/problem.js";
import type { Suppression } from "../../cluster/problems/suppression.js";
import type { ConfiguredRules } from "../config/effective.js";
import type { Need, LintRule } from "../rules/rule.js";

/** What a user changes of the rules. */
export interface LintOptions {
  /** Another level than the rule's, or off, by rule id. */
  readonly levels?: ReadonlyMap<string, Level | "off">;
  /** Only these rules; every rule where it is missing. What could not be read is reported all the same. */
  readonly only?: ReadonlySet<string>;
  /** The day on which suppressions are judged, `2026-11-23`; none has expired where it is missing. */
  readonly today?: string;
  /** True where comments and annotations suppress nothing. */
  readonly noInlineSuppressions?: boolean;
  /**
   * True where the input is the whole cluster: what policies name and it lacks does not exist. Live clusters and snapshots
   * are known to be whole without it; false overrides that.
   */
  readonly isComplete?: boolean;
  /** What a config says of rules and files; levels given here count before its own. */
  readonly configured?: ConfiguredRules;
  /** What is to be said of the gate itself. */
  readonly gate?: readonly Problem[];
  /** Findings that are known, and do not count. */
  readonly known?: readonly KnownFindings[];
  /** False where not all of what a config is about is read: nobody knows then whether it suppresses nothing. */
  readonly isWholeConfig?: boolean;
  /** What makes another command read a set of manifests, by its name, where a tree holds several. */
  readonly asks?: ReadonlyMap<string, string>;
  /** What all rules may take together; a budget of this call's own where it is missing. */
  readonly work?: Work;
}

/** What was read: the cluster, and the problems that reading raised. */
export interface LintInput {
  readonly cluster: Cluster;
  readonly problems: readonly Problem[];
  /** The sets of manifests that stand beside it in a tree. */
  readonly beside?: readonly Cluster[];
  /** What its authors wrote to have findings not count. */
  readonly suppressions?: readonly Suppression[];
}

/** What a run of the linter comes to. */
export interface LintResult {
  /** In the one order. */
  readonly diagnostics: readonly Diagnostic[];
  /** Findings that do not count, in the same order. */
  readonly suppressed: readonly SuppressedFinding[];
  /** Findings that are known, in the same order. */
  readonly baselined: readonly Diagnostic[];
  /** Findings of the compared state that are not there any more, as they were there. */
  readonly gone: readonly Diagnostic[];
  readonly skipped: readonly SkippedRule[];
  /** What has ended the run, if it has left something out: the rules are named by a finding. */
  readonly limit: Limit | undefined;
}

/** A rule that could say nothing, because the input has none of what it looks at. */
export interface SkippedRule {
  readonly rule: ProblemCode;
  readonly missing: readonly Need[];
}

/** What the rules find in one cluster, before anything says what of it counts. */
export interface FoundByRules {
  /** In the one order. */
  readonly diagnostics: readonly Diagnostic[];
  readonly skipped: readonly SkippedRule[];
  /** False for a rule that did not run, or not to its end. */
  readonly isDecided: (rule: string) => boolean;
  readonly limit: Limit | undefined;
  /** The names of the sets of manifests, where it is known which these are. */
  readonly sets?: readonly string[];
}

/** Runs the rules, words every problem, and leaves out what is suppressed or known. */
export function lint({ suppressions = [], ...input }: LintInput, options: LintOptions = {}): LintResult {
  return counted(findings(input, options), suppressions, options);
}

/** Runs the rules and words every problem. */
export function findings(
  { cluster: read, problems, beside = [] }: Omit<LintInput, "suppressions">,
  options: LintOptions,
): FoundByRules {
  const work = options.work ?? new Work();
  // What rules work out hangs on the cluster: each call has one of its own.
  const isComplete = options.isComplete ?? read.facts.isComplete;
  const cluster: Cluster = { ...read, facts: { ...read.facts, isComplete }, work, beside };
  const wanted = RULES.filter((rule) => isActive(rule, options));
  const skipped = wanted.flatMap((rule) => skippedRule(rule, cluster));
  const active = wanted.filter(({ id }) => !skipped.some(({ rule }) => rule === id));
  const byId = new Map<string, LintRule>(active.map((rule) => [rule.id, rule]));
  // What is reported only to who asks for it does not stand for what others would say.
  const raised = new Raised(problems.filter((problem) => !isOffByDefault(problem)));
  const undecided: string[] = [];
  const checked = active.flatMap((rule) => {
    const { refused } = work;
    const found = [...checkedBy(rule, cluster, raised)];
    if (work.refused > refused) undecided.push(rule.id);
    return found;
  });
  const whole = problems.map((problem) => completed(problem, byId.get(problem.code), cluster));
  // What nobody has written is nobody's mistake.
  const found = [...whole, ...checked, ...limitProblem(work.limit, undecided, cluster)].filter(
    ({ code, at }) => byId.has(code) && at.document.file.isAssumed !== true,
  );
  return {
    diagnostics: diagnosticsInOrder(worded(atMost(MOST_PROBLEMS, withoutToldTwice(found, active)), options)),
    skipped,
    isDecided: (id) => byId.has(id) && work.limit === undefined,
    limit: work.limit,
  };
}

/** Takes out of findings what is suppressed or known, and adds what is wrong with that. */
export function counted(
  found: FoundByRules,
  suppressions: readonly Suppression[],
  options: LintOptions,
): LintResult {
  const { diagnostics: all, skipped, isDecided, limit } = found;
  const outcome = suppress(all, suppressionsFor(options, suppressions), {
    today: options.today ?? "",
    isDecided: (id, by) => isDecided(id) && (by !== "config" || options.isWholeConfig === true),
  });
  const silenced = outcome.suppressed.map(({ diagnostic }) => diagnostic);
  const { fresh, baselined, stale, gone } = withoutKnown(
    { left: outcome.left, silenced },
    options.known ?? [],
    found,
  );
  const gate = worded(
    atMost(MOST_PROBLEMS, [...(options.gate ?? []), ...stale, ...outcome.problems]),
    options,
  );
  const diagnostics = gate.length === 0 ? fresh : diagnosticsInOrder([...fresh, ...gate]);
  return { diagnostics, suppressed: outcome.suppressed, baselined, gone, skipped, limit };
}

/** Problems in the words of their rules, as far as these run. */
function worded(problems: readonly Problem[], options: LintOptions): readonly Diagnostic[] {
  return problems.flatMap((problem) => {
    const rule = BY_CODE.get(problem.code);
    return rule === undefined || !isActive(rule, options) ? [] : diagnose(problem, rule, options);
  });
}

/** Findings told apart by whether some baseline knows them. */
interface BaselineOutcome {
  readonly fresh: readonly Diagnostic[];
  readonly baselined: readonly Diagnostic[];
  readonly stale: readonly Problem[];
  readonly gone: readonly Diagnostic[];
}

/** The findings that no baseline knows. */
function withoutKnown(
  { left, silenced }: { readonly left: readonly Diagnostic[]; readonly silenced: readonly Diagnostic[] },
  known: readonly KnownFindings[],
  { isDecided, sets }: FoundByRules,
): BaselineOutcome {
  let fresh = left;
  const baselined = new Set<Diagnostic>();
  const stale: Problem[] = [];
  const gone: Diagnostic[] = [];
  for (const { baseline, isPruned, findings: before } of known) {
    const compared = compareWith(baseline, fresh, sets);
    fresh = compared.fresh;
    for (const each of compared.known) baselined.add(each);
    if (isPruned) stale.push(...staleProblems(compared.stale, isDecided));
    if (before === undefined) continue;
    // What is suppressed now is there all the same.
    const there = [...compared.known, ...compared.spread, ...silenced];
    gone.push(...goneOf(before, there).filter(({ rule }) => isDecided(rule)));
  }
  return { fresh, baselined: left.filter((each) => baselined.has(each)), stale, gone };
}

/** A baseline of a run. */
export interface KnownFindings {
  readonly baseline: Baseline;
  /** True where an entry whose finding is gone is a finding itself. */
  readonly isPruned: boolean;
  /** The findings themselves, where they are those of another state of the same files. */
  readonly findings?: readonly Diagnostic[];
}

/** The suppressions that count in a run, of those that an input holds and those of its config. */
export function suppressionsFor(
  { noInlineSuppressions, configured }: LintOptions,
  inline: readonly Suppression[],
): readonly Suppression[] {
  const ignored = configured?.ignored ?? [];
  return noInlineSuppressions === true ? ignored : [...inline, ...ignored];
}

/** A problem that reading raised, with what the rule adds to it. */
function completed(problem: Problem, rule: LintRule | undefined, cluster: Cluster): Problem {
  if (rule?.complete === undefined) return problem;
  return orAtLimit(
    () => rule.complete?.(problem, cluster) as Problem,
    () => problem,
  );
}

/** What a rule finds; of one that a limit ends, what it has found until then. */
function* checkedBy({ check, isAboutFlows }: LintRule, cluster: Cluster, raised: Raised): Generator<Problem> {
  try {
    yield* check?.(isAboutFlows === true ? enforcedCluster(cluster) : cluster, raised) ?? [];
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
  }
}

/** Problems without those of which others of the run say more, as their rules tell. */
function withoutToldTwice(problems: readonly Problem[], rules: readonly LintRule[]): readonly Problem[] {
  const told = new Set<Problem>();
  for (const { id, withoutTold } of rules) {
    if (withoutTold === undefined) continue;
    const own = problems.filter(({ code }) => code === id);
    const kept: ReadonlySet<unknown> = new Set(withoutTold(own as never, problems));
    for (const each of own) if (!kept.has(each)) told.add(each);
  }
  return told.size === 0 ? problems : problems.filter((each) => !told.has(each));
}

/** Names the rules that a limit has ended: the run is incomplete. */
function limitProblem(limit: Limit | undefined, rules: readonly string[], cluster: Cluster): Problem[] {
  const at = firstPlace(cluster);
  if (limit === undefined || rules.length === 0 || at === undefined) return [];
  const reason = limit === "work" ? "too-much-work" : "out-of-time";
  return [{ code: "not-analysed", facts: { reason, detail: rules.join(", ") }, at }];
}

/** Where what is about all of a cluster is told: at its first policy, or, where it has none, at its first workload. */
function firstPlace({ policies, refused, workloads }: Cluster): Origin | undefined {
  const [policy] = [...policies, ...refused];
  return policy?.origin ?? workloads.find(({ origin }) => origin !== undefined)?.origin;
}

/** More than anybody reads; each costs room in every report. */
const MOST_PROBLEMS = 20_000;

/** The first of some problems, and one that says that there are more: what is left out makes the run incomplete. */
function atMost(most: number, problems: readonly Problem[]): readonly Problem[] {
  const next = problems[most];
  if (next === undefined) return problems;
  const facts = { reason: "too-many-findings", detail: String(most) } as const;
  return [...problems.slice(0, most), { code: "not-analysed", facts, at: next.at }];
}

function skippedRule(rule: LintRule, cluster: Cluster): SkippedRule[] {
  const { id, needs } = rule;
  if (needs === undefined || needs.some((need) => holds(cluster, need))) return [];
  return rule.concerns?.(cluster) === false ? [] : [{ rule: id, missing: needs }];
}

function holds(cluster: Cluster, need: Need): boolean {
  switch (need) {
    case "pods":
      return cluster.workloads.length > 0;
    case "namespaces":
      return [...cluster.namespaces.values()].some(({ isKnown }) => isKnown);
    case "dns":
      return clusterDns(cluster) !== undefined;
    case "api-server":
      return apiServer(cluster) !== undefined;
    case "prometheus":
      return prometheusPods(cluster).length > 0 || annotationScrapers(cluster).length > 0;
  }
}

/** A problem in its rule's words; none where its rule is off in that file, and of what is reported only to who asks for it. */
function diagnose(problem: Problem, rule: LintRule, options: LintOptions): Diagnostic[] {
  const level = levelOf(problem, rule, options);
  if (level === "off") return [];
  const category = rule.categoryOf?.(problem.facts) ?? rule.category;
  return [{ rule: rule.id, level, category, wording: rule.word(problem.facts, problem), problem }];
}

const BY_CODE: ReadonlyMap<string, LintRule> = new Map(RULES.map((rule) => [rule.id, rule]));

function isOffByDefault(problem: Problem): boolean {
  return BY_CODE.get(problem.code)?.levelOf?.(problem.facts as never, problem) === "off";
}

/** The level of a finding; off for what is reported only to who asks for it. */
export function levelOf(problem: Problem, rule: LintRule, options: LintOptions): Level | "off" {
  const given = givenLevel(problem.at.document.file.name, rule, options);
  if (given !== undefined) return given;
  const own = rule.levelOf?.(problem.facts, problem) ?? rule.level;
  return own === "off" && options.only?.has(rule.id) === true ? rule.level : own;
}

/** The level of a rule in a file, where its findings do not differ by themselves. */
export function levelIn(file: string, rule: LintRule, options: LintOptions): Level | "off" {
  return givenLevel(file, rule, options) ?? rule.level;
}

/** The level that the call gives to a rule, else the last that a config has for the file, else the config's. */
function givenLevel(
  file: string,
  { id, category }: LintRule,
  { levels, configured }: LintOptions,
): Level | "off" | undefined {
  if (category === "input") return undefined;
  const given = levels?.get(id);
  if (given !== undefined) return given;
  const ofFile = configured?.overrides.findLast((each) => each.levels.has(id) && each.matches(file));
  return ofFile?.levels.get(id) ?? configured?.levels.get(id);
}

/** What could not be read is no matter of taste: it can be neither switched off nor left out. */
export function isActive({ id, category }: LintRule, { levels, only, configured }: LintOptions): boolean {
  if (category === "input") return true;
  if (only !== undefined && !only.has(id)) return false;
  const given = levels?.get(id);
  if (given !== undefined) return given !== "off";
  const isOnSomewhere =
    configured?.overrides.some((each) => (each.levels.get(id) ?? "off") !== "off") === true;
  return configured?.levels.get(id) !== "off" || isOnSomewhere;
}
