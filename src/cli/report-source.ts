import { sourcesOrConfigured } from "./found-config.js";
import { alertsOf, askAfter, commonProfile, stateOf, withUncompared } from "./diff.js";
import { askAgain } from "./ask-again.js";
import {
  asUsageError,
  failForFacts,
  failWithoutObjects,
  loadInputs,
  reportLoading,
  type LoadedSources,
  type MetInput,
} from "./load-sources.js";
import { auditEgress } from "../questions/audit/audit.js";
import { clusterInputs, readTree } from "./tree.js";
import { configuredRules } from "../linter/config/effective.js";
import { diff } from "../questions/diff/diff.js";
import { diffNotes } from "../questions/diff/notes.js";
import { incompletenessOf } from "../cluster/load/incomplete.js";
import { isFailing, statesIn } from "./diff-options.js";
import { lintRoots } from "../linter/lint/lint-roots.js";
import { onePerReading } from "../linter/lint/one-cause.js";
import { loadLintRoots, type LintSources } from "./lint-tree.js";
import { loadOptions } from "./load-options.js";
import { loadStates } from "./diff-sources.js";
import { lookUpAudit } from "../questions/ask/audit.js";
import { orUsageError } from "./question-errors.js";
import { readSources, sourceName, type Sources } from "./sources.js";
import { surveyOf } from "../questions/survey/survey.js";
import { MOST_STEPS, Work } from "../base/limits/work.js";
import { today } from "./runner.js";
import { tellPlugin } from "./plugin-option.js";
import { workOf } from "./limits.js";
import { pluginOf } from "../semantics/plugins/profile-of.js";
import type { AuditReport } from "../report/audit-report.js";
import type { Cluster } from "../cluster/model/cluster.js";
import type { DiffReport } from "../report/diff-report.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";
import type { Io } from "./io.js";
import type { LintReport } from "../report/lint-report.js";
import type { PageReport } from "../report/page/page-report.js";
import type { ReportOptions } from "./report-options.js";
import type { Survey } from "../questions/survey/survey.js";

/** What a page shows, with the files that were met for it. */
export interface ReadReport {
  readonly report: PageReport;
  readonly met: readonly MetInput[];
}

/** Reads what the options name, and asks all that a page shows of it. */
export function reportOf(states: readonly string[], options: ReportOptions, io: Io): Promise<ReadReport> {
  return options.diff === true ? ofChange(states, options, io) : ofCluster(options, io);
}

/** Kinds that say whose controller connects to what: for the audit. */
const ROUTES: readonly string[] = ["Ingress", "HTTPRoute"];

async function ofCluster(options: ReportOptions, io: Io): Promise<ReadReport> {
  const sources = sourcesOrConfigured(options, io);
  io.tell?.("reading");
  const { linted, loaded } = await readBoth(sources, options, io);
  reportLoading(loaded, options, io);
  tellPlugin(loaded.cluster, options, io);
  failWithoutObjects(loaded, sources.paths);
  failForFacts(loaded, options);
  const { cluster, summary } = loaded;
  const ask = askAgain(sources, options);
  const survey = surveyed(cluster, io);
  io.tell?.("looking for mistakes");
  const lint = lintReport(linted, ask, options);
  io.tell?.("writing");
  const audit = (): AuditReport => {
    io.tell?.("auditing egress");
    return audited(cluster, incompletenessOf(loaded), ask);
  };
  const name = sourceName(sources, summary.clusters);
  return {
    report: {
      name,
      cluster,
      survey,
      summary,
      incompleteness: () => incompletenessOf(loaded),
      ask,
      lint,
      lintedClusters: linted.roots.map((root) => root.loaded.cluster),
      audit,
      diff: undefined,
    },
    met: loaded.met,
  };
}

/** Standard input can be read once, and a live cluster changes: the linter and the questions share what is read. */
async function readBoth(
  sources: Sources,
  options: ReportOptions,
  io: Io,
): Promise<{ readonly linted: LintSources; readonly loaded: LoadedSources }> {
  try {
    const tree = await readTree((onFetch) =>
      readSources(sources, options, { purpose: "lint", kinds: ROUTES }, io, onFetch),
    );
    const inputs = await clusterInputs(tree, sources.paths, loadOptions(options, "flows", io), io);
    const loaded = await loadInputs(inputs, options, "flows", io);
    const linted = await loadLintRoots(tree, sources, options, io);
    return { linted, loaded: { ...loaded, met: linted.met } };
  } catch (error) {
    throw asUsageError(error);
  }
}

function surveyed(cluster: Cluster, io: Io): Survey {
  return surveyOf(cluster, (done, all) => io.tell?.(`working out who reaches whom: ${done} of ${all} rows`));
}

function lintReport(linted: LintSources, ask: string, options: ReportOptions): LintReport {
  const { configured } = options;
  const result = lintRoots(linted, {
    ...(configured === undefined
      ? {}
      : { configured: configuredRules(configured.config, configured.pathOf), isWholeConfig: false }),
    ...(configured?.config.complete === true ? { isComplete: true } : {}),
    today: today(),
    work: workOf(options),
  });
  const { suppressed, baselined, skipped, limit } = result;
  return {
    diagnostics: onePerReading(result.diagnostics),
    suppressed,
    baselined,
    skipped,
    summary: linted.summary,
    ask,
    isIncomplete: limit !== undefined,
    limit,
  };
}

/** Steps that the audit may take of a page that has much else to show. */
const MOST_FOR_AUDIT = MOST_STEPS / 6;

function audited(cluster: Cluster, incompleteness: Incompleteness, ask: string): AuditReport {
  const words = { to: [], from: [], except: [], namespace: undefined };
  const question = orUsageError(lookUpAudit(cluster, words), incompleteness);
  const bounded = { ...cluster, work: new Work(MOST_FOR_AUDIT, () => cluster.work?.isOver ?? false) };
  const isPluginKnown = pluginOf(cluster) !== undefined;
  return { audit: auditEgress(bounded, question), incompleteness, ask, isPluginKnown, failOn: [] };
}

/** A page fails for no change. */
const NOTHING = ["never"] as const;

/** Two states: the page shows the second, and what differs from the first. */
async function ofChange(names: readonly string[], options: ReportOptions, io: Io): Promise<ReadReport> {
  const asked = { ...options, failOn: NOTHING };
  const states = statesIn(names, asked);
  const { before, after } = await loadStates(states, options, io);
  reportLoading(before.loaded, options, io, "before");
  reportLoading(after.loaded, options, io, "after");
  const [first, second] = [before.loaded.cluster, after.loaded.cluster];
  io.tell?.("comparing");
  tellPlugin(first, options, io, "before");
  tellPlugin(second, options, io, "after");
  const compared = diff(first, second, commonProfile(first, second));
  const ask = askAfter(states, asked);
  const changes: DiffReport = {
    diff: compared,
    before: stateOf(before, asked),
    after: withUncompared(stateOf(after, asked), compared),
    notes: diffNotes(first, second, compared),
    ask,
    alerts: await alertsOf(first, second),
    isFailing: (change) => isFailing(change, NOTHING),
  };
  const survey = surveyed(second, io);
  const { summary, met } = after.loaded;
  return {
    report: {
      name: after.name,
      cluster: second,
      survey,
      summary,
      incompleteness: () => incompletenessOf(after.loaded),
      ask,
      lint: undefined,
      lintedClusters: [first],
      audit: undefined,
      diff: changes,
    },
    met: [...before.loaded.met, ...met],
  };
}
