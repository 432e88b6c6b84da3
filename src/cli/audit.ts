import { addPluginOption, tellPlugin } from "./plugin-option.js";
import { addAuditOptions, auditEnding, failingStatuses, type AuditOptions } from "./audit-options.js";
import { addEndOptions, addSourceOptions } from "./source-options.js";
import { addOutputOption, keepInputs, parseOutputs, writeReports } from "./output.js";
import { addViewOptions } from "./view.js";
import {
  addConfigOption,
  addGateFromOption,
  sourcesOrConfigured,
  withReviewedConfig,
} from "./found-config.js";
import { Argument } from "commander";
import { failForSuggest, suggestClosing } from "./audit-suggest.js";
import { encode } from "../report/encode.js";
import { UsageError } from "./exit.js";
import { askAgain } from "./ask-again.js";
import { AUDIT_REPORTERS } from "../report/audit-reporters.js";
import { auditEgress, type AuditQuestion } from "../questions/audit/audit.js";
import { endingOf, type Ending } from "./ending.js";
import { failWithoutObjects, reportLoading } from "./load-sources.js";
import { loadAudited, type AuditedSource } from "./audit-sets.js";
import { incompletenessOf, joinedIncompleteness, type Incompleteness } from "../cluster/load/incomplete.js";
import { pluginOf } from "../semantics/plugins/profile-of.js";
import { KINDS_OF_DETOURS } from "../cluster/kinds/stored-kinds.js";
import { lookUpAudit } from "../questions/ask/audit.js";
import { noteConditions } from "./offer-acceptances.js";
import { orUsageError } from "./question-errors.js";
import { addRenderOption, failForRender } from "./render.js";
import type { AuditReport } from "../report/audit-report.js";
import type { Io } from "./io.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp audit egress -f manifests
  anp audit egress -f manifests --to metadata
  anp audit egress -f manifests --to nodes --except monitoring/agent
  anp audit egress -f manifests --to nodes --port 22
  anp audit egress -f manifests --to metadata --suggest
  anp audit egress -f manifests --to 10.30.0.0/16 --from 'shop/*'
  anp audit egress -f manifests --to metadata --fail-on overridable
  anp audit egress --snapshot prod.json.gz --to api-server -o json
  anp audit egress --context prod`;

/** Registers `anp audit`. */
export const addAuditCommand: Register = (program, io, done) => {
  const command = program
    .command("audit")
    .summary("prove what pods can't reach, and find ways around it")
    .description(
      "Shows for each class of destinations and each group of pods whether it is blocked, by what, and what bypasses the block. A class is blocked if all of its addresses are denied on every port and protocol, over IPv4 and IPv6, from every pod that isn't on its node's network, including future pods.",
    )
    .addArgument(
      new Argument("<what>", "egress: what pods can reach outside of the pod network").choices(["egress"]),
    );
  addAuditOptions(command);
  addOutputOption(command, AUDIT_REPORTERS, "text");
  addRenderOption(addSourceOptions(command));
  addPluginOption(command);
  addGateFromOption(addConfigOption(command));
  addEndOptions(command);
  addViewOptions(command);
  command.addHelpText("after", EXAMPLES).action(async (_what: string, options: AuditOptions) => {
    done(await runAudit(options, io));
  });
};

async function runAudit(typed: AuditOptions, io: Io): Promise<Ending> {
  failForRender(typed, []);
  const options = await withReviewedConfig(typed, io, "cluster");
  failForSuggest(options);
  const outputs = parseOutputs(options.output, AUDIT_REPORTERS, "text");
  const { to = [], from = [], except = [] } = options;
  const sources = sourcesOrConfigured(options, io);
  const need = {
    purpose: "flows",
    names: [...to, ...from, ...except],
    kinds: [...ROUTES, ...KINDS_OF_DETOURS],
  } as const;
  const loaded = await loadAudited(options, sources, need, io);
  reportLoading(loaded, options, io);
  failWithoutObjects(loaded, sources.paths);
  keepInputs(outputs, loaded.met, io);
  const failOn = failingStatuses(options);
  const isGate = failOn.length > 0;
  if (options.suggest === true) return suggestFor(loaded.all, options, isGate, io);
  const reports = loaded.all.map((each) => reportOf(each, options, io));
  const incompleteness = joinedIncompleteness(
    reports.map((each) => each.incompleteness),
    undefined,
  );
  writeReports(reports, AUDIT_REPORTERS, outputs, options, io);
  if (outputs.every(({ format }) => format === "csv")) noteConditions(incompleteness.conditions, io);
  return endingOf(incompleteness, auditEnding(reports));
}

/** Audits one cluster, or one of several sets of manifests. @throws {UsageError} for a name that it does not have */
function reportOf({ set, loaded, sources }: AuditedSource, options: AuditOptions, io: Io): AuditReport {
  const { cluster } = loaded;
  const failOn = failingStatuses(options);
  tellPlugin(cluster, options, io, set);
  const incompleteness = incompletenessOf(loaded, failOn.length > 0, KINDS_OF_DETOURS);
  const audit = auditEgress(cluster, questionTo({ set, loaded }, options, incompleteness));
  const isPluginKnown = pluginOf(cluster) !== undefined;
  const ask = askAgain(sources, options);
  return { ...(set === undefined ? {} : { set }), audit, incompleteness, ask, isPluginKnown, failOn };
}

function questionTo(
  { set, loaded }: Pick<AuditedSource, "set" | "loaded">,
  { to = [], from = [], except = [], port, protocol, namespace }: AuditOptions,
  incompleteness: Incompleteness,
): AuditQuestion {
  const asked = lookUpAudit(loaded.cluster, { to, from, except, port, protocol, namespace });
  try {
    return orUsageError(asked, incompleteness);
  } catch (error) {
    // What one of the sets does not have is not left out of the others: a gate would be green for it.
    if (set === undefined || !(error instanceof UsageError)) throw error;
    throw new UsageError(`in ${encode(set)}: ${error.message}`, ...error.hints, "or name one set with -f");
  }
}

/** @throws {UsageError} for a name that a set does not have, and where no policies close what is asked in all of them */
function suggestFor(
  all: readonly AuditedSource[],
  options: AuditOptions,
  isGate: boolean,
  io: Io,
): Promise<Ending> {
  const asked = all.map(({ set, loaded }) => {
    tellPlugin(loaded.cluster, options, io, set);
    const incompleteness = incompletenessOf(loaded, isGate, KINDS_OF_DETOURS);
    return { set, loaded, incompleteness, question: questionTo({ set, loaded }, options, incompleteness) };
  });
  return suggestClosing(asked, options, io);
}

/** Kinds that say whose controller connects to what, and that a question about flows does not read of a live cluster. */
const ROUTES: readonly string[] = ["Ingress", "HTTPRoute"];
