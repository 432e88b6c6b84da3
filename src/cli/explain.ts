import {
  addExplainOptions,
  failForTwoEndpoints,
  FORMATS,
  profileOf,
  type ExplainOptions,
  type Format,
} from "./explain-options.js";
import { addOutputOption, asLines, keepInputs, outputStream, parseOutputs, writeReport } from "./output.js";
import { addSourceOptions } from "./source-options.js";
import { failWithoutObjects, loadSources, loadSourcesToReload, reportLoading } from "./load-sources.js";
import { sourcesIn, type Need } from "./sources.js";
import { addViewOptions, viewFor } from "./view.js";
import { EXIT, UsageError, type ExitCode } from "./exit.js";
import { explain, MissingPortError } from "../explain/explain.js";
import { explainBrief } from "../report/explain-brief.js";
import { explainEndpoint } from "./explain-endpoint.js";
import { explainJson } from "../report/explain-json.js";
import { explainMarkdown } from "../report/explain-markdown.js";
import { explainText } from "../report/explain-text.js";
import { suggestions } from "./explain-suggest.js";
import { incompletenessOf, isComplete, type Incompleteness } from "../load/incomplete.js";
import { readTraffic } from "../query/traffic.js";
import { missingPortError, resolveEndpoint, resolveSourceEndpoint, trafficError } from "./explain-errors.js";
import { uninvolvedInFlow } from "../explain/uninvolved.js";
import type { Cluster } from "../model/cluster.js";
import type { Explanation } from "../explain/result.js";
import type { Io } from "./io.js";
import type { Policy } from "../model/policy.js";
import type { Register } from "./register.js";
import type { Resolved } from "../query/resolve.js";
import type { Suggestions } from "../suggest/suggest.js";
import type { TrafficQuestion } from "../query/traffic.js";
import type { View } from "../report/view.js";

const EXAMPLES = `
Examples:
  anp explain -f manifests shop/web payments/db --port 5432
  anp explain -f manifests shop/web payments/svc/db --port sql
  anp explain -f manifests shop/web 10.0.0.7 --port 53/udp
  anp explain -f manifests shop/app=web,tier=front api.example.com --port 443
  anp explain -f manifests shop/batch payments/db --port 5432 --expect denied
  anp explain -f manifests shop/batch payments/db --port 5432 --suggest
  anp explain -f manifests shop/web
  helm template . | anp explain -f - web db --port sql -o json`;

/** Registers `anp explain`. */
export const addExplainCommand: Register = (program, io, done) => {
  const command = program
    .command("explain")
    .summary("why is this traffic allowed or denied?")
    .description(
      "Says whether traffic from one endpoint to another is allowed, and which tier, policy, rule and line decided.",
    )
    .argument(
      "<from>",
      "pod, workload, node, IP address, CIDR, internet, or ns/key=value for a hypothetical pod",
    )
    .argument(
      "[to]",
      "the same, a Service (svc/name), or a domain name; without it, the policies of <from> are listed",
    );
  addExplainOptions(command);
  addOutputOption(command, FORMATS, "text");
  addSourceOptions(command);
  addViewOptions(command);
  command
    .addHelpText("after", EXAMPLES)
    .action(async (from: string, to: string | undefined, options: ExplainOptions) => {
      done(await runExplain(from, to, options, io));
    });
};

async function runExplain(
  fromName: string,
  toName: string | undefined,
  options: ExplainOptions,
  io: Io,
): Promise<ExitCode> {
  const outputs = parseOutputs(options.output, FORMATS, "text");
  if (toName === undefined) failForTwoEndpoints(options);
  if (options.brief === true && outputs.every(({ format }) => format !== "text"))
    throw new UsageError("--brief shapes text, and no output is text");
  const traffic = readTraffic(options.port, options.protocol);
  if (!traffic.ok) throw trafficError(traffic.problem);
  const sources = sourcesIn(options, options.filename ?? []);
  const need: Need = { purpose: "flows", names: [fromName, ...(toName === undefined ? [] : [toName])] };
  const { loaded, input } =
    options.suggest === true
      ? await loadSourcesToReload(options, sources, need, io)
      : { loaded: await loadSources(options, sources, need, io), input: undefined };
  reportLoading(loaded, options, io);
  failWithoutObjects(loaded);
  keepInputs(outputs, loaded.met, io);
  const incompleteness = incompletenessOf(loaded);
  const { cluster } = loaded;
  const endpoint = (name: string): Resolved =>
    resolveEndpoint(cluster, name, options.namespace, incompleteness);
  if (toName === undefined)
    return explainEndpoint(cluster, endpoint(fromName), incompleteness, outputs, options, io);
  const from = resolveSourceEndpoint(cluster, fromName, options.namespace, incompleteness);
  const to = endpoint(toName);
  const explanation = explained(cluster, from, to, traffic.value, options);
  const uninvolved = options.all === true ? uninvolvedInFlow(cluster, explanation) : [];
  const ends = { from: fromName, to: toName };
  const suggested = input === undefined ? undefined : await suggestions(input, ends, traffic.value, options);
  for (const { format, file } of outputs) {
    const view = viewFor(options, outputStream(file, io), io.env);
    const how = { options, uninvolved, suggested, view };
    writeReport(reportOf(explanation, format, incompleteness, how), file, io);
  }
  return exitCodeFor(explanation, incompleteness, options);
}

function explained(
  cluster: Cluster,
  from: Resolved,
  to: Resolved,
  traffic: TrafficQuestion,
  options: ExplainOptions,
): Explanation {
  try {
    return explain(cluster, { from, to, traffic, profile: profileOf(options) });
  } catch (error) {
    if (!(error instanceof MissingPortError)) throw error;
    throw missingPortError(error, to.shownAs);
  }
}

/** What a report shows beside the explanation. */
interface ReportParts {
  readonly options: ExplainOptions;
  readonly uninvolved: readonly Policy[];
  readonly suggested: Suggestions | undefined;
  readonly view: View;
}

function reportOf(
  explanation: Explanation,
  format: Format,
  incompleteness: Incompleteness,
  { options, uninvolved, suggested, view }: ReportParts,
): Iterable<string> {
  const how = { showsAll: options.all ?? false, uninvolved, suggestions: suggested };
  switch (format) {
    case "json":
      return [explainJson(explanation, !isComplete(incompleteness), suggested)];
    case "md":
      return asLines(explainMarkdown(explanation, incompleteness, how));
    case "text":
      return asLines(
        options.brief === true
          ? explainBrief(explanation, incompleteness, view)
          : explainText(explanation, incompleteness, view, how),
      );
  }
}

/** An incomplete input cannot be trusted, whatever the verdict says. */
function exitCodeFor(
  { results }: Explanation,
  incompleteness: Incompleteness,
  { expect, exitCode }: ExplainOptions,
): ExitCode {
  if (!isComplete(incompleteness)) return EXIT.incomplete;
  const wanted = expect ?? (exitCode === true ? "allowed" : undefined);
  if (wanted === undefined) return EXIT.ok;
  return results.length > 0 && results.every(({ verdict }) => verdict === wanted) ? EXIT.ok : EXIT.negative;
}
