import { Option } from "commander";
import { addOutputOption, asLines, parseOutputs, writeReport, type Output } from "./output.js";
import {
  addSourceOptions,
  failWithoutObjects,
  loadSources,
  profileOf,
  reportLoading,
  type SourceOptions,
} from "./source-options.js";
import { addViewOptions, viewFor, type ViewOptions } from "./view.js";
import { EXIT, UsageError, type ExitCode } from "./exit.js";
import { explain, MissingPortError } from "../explain/explain.js";
import { explainBrief } from "../report/explain-brief.js";
import { explainJson } from "../report/explain-json.js";
import { explainMarkdown } from "../report/explain-markdown.js";
import { explainText } from "../report/explain-text.js";
import { overviewJson } from "../report/overview-json.js";
import { overviewOf } from "../explain/overview.js";
import { overviewText } from "../report/overview-text.js";
import { incompletenessOf, isComplete, type Incompleteness } from "../load/incomplete.js";
import { readTraffic } from "../query/traffic.js";
import { resolveEndpoint, trafficError } from "./explain-errors.js";
import type { Cluster } from "../model/cluster.js";
import type { Explanation } from "../explain/result.js";
import type { Io } from "./io.js";
import type { Register } from "./register.js";
import type { Resolved } from "../query/resolve.js";
import type { TrafficQuestion } from "../query/traffic.js";
import type { Verdict } from "../evaluate/verdict.js";

interface ExplainOptions extends SourceOptions, ViewOptions {
  readonly port?: string;
  readonly protocol?: string;
  readonly all?: boolean;
  readonly brief?: boolean;
  readonly expect?: Verdict;
  readonly exitCode?: boolean;
  readonly output?: readonly string[];
}

const FORMATS = ["text", "json", "md"] as const;

const EXAMPLES = `
Examples:
  anp explain -f manifests shop/web payments/db --port 5432
  anp explain -f manifests shop/web 10.0.0.7 --port 53/udp
  anp explain -f manifests shop/app=web,tier=front api.example.com --port 443
  anp explain -f manifests shop/web payments/db --port 5432 --expect denied
  anp explain -f manifests shop/web
  helm template . | anp explain -f - web db --port http -o json`;

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
    .argument("[to]", "the same, or a domain name; without it, the policies of <from> are listed")
    .option("--port <ports>", "a number, a range 8000-8100, a list, a port name of <to>, 53/udp")
    .addOption(
      new Option("--protocol <protocol>", "protocol of ports without one").choices([
        "tcp",
        "udp",
        "sctp",
        "icmp",
        "other",
      ]),
    )
    .option("--all", "show rules that did not matter too")
    .option("--brief", "one line per result, for grep")
    .addOption(
      new Option("--expect <verdict>", "exit 1 unless every result is this").choices([
        "allowed",
        "denied",
        "undefined",
        "unknown",
      ]),
    )
    .option("--exit-code", "exit 0 only if every result is allowed, else 1");
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
  const traffic = readTraffic(options.port, options.protocol);
  if (!traffic.ok) throw trafficError(traffic.problem);
  const paths = options.filename ?? [];
  if (paths.length === 0)
    throw new UsageError("no manifests are given", "name files or folders with -f, or - for standard input");
  const loaded = await loadSources(options, paths, "flows", io);
  reportLoading(loaded, options, io);
  failWithoutObjects(loaded);
  const from = resolveEndpoint(loaded.cluster, fromName, options.namespace);
  const incompleteness = incompletenessOf(loaded);
  if (toName === undefined) return runOverview(loaded.cluster, from, incompleteness, outputs, options, io);
  const to = resolveEndpoint(loaded.cluster, toName, options.namespace);
  const explanation = explained(loaded.cluster, from, to, traffic.value, options);
  for (const { format, file } of outputs) {
    writeReport(reportOf(explanation, format, incompleteness, options, io), file, io);
  }
  return exitCodeFor(explanation, incompleteness, options);
}

/** One endpoint: which policies select it, and what they leave open. */
function runOverview(
  cluster: Cluster,
  endpoint: Resolved,
  incompleteness: Incompleteness,
  outputs: readonly Output<(typeof FORMATS)[number]>[],
  options: ExplainOptions,
  io: Io,
): ExitCode {
  const pointless = (["port", "protocol", "expect", "exitCode", "brief"] as const).filter(
    (option) => options[option] !== undefined,
  );
  if (pointless.length > 0) throw new UsageError("these options need two endpoints: " + pointless.join(", "));
  const overviews = overviewOf(cluster, endpoint, profileOf(options));
  const isWhole = isComplete(incompleteness);
  for (const { format, file } of outputs) {
    if (format === "json") writeReport([overviewJson(overviews, !isWhole)], file, io);
    else writeReport(asLines(overviewText(overviews, viewFor(options, io.stdout, io.env))), file, io);
  }
  return isWhole ? EXIT.ok : EXIT.incomplete;
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
    const names = (error.declared ?? []).flatMap(({ name }) => (name === undefined ? [] : [name]));
    throw new UsageError(
      `${to.shownAs} declares no port named "${error.port}"`,
      names.length === 0 ? "it declares no named ports: give a number" : `it declares: ${names.join(", ")}`,
    );
  }
}

function reportOf(
  explanation: Explanation,
  format: (typeof FORMATS)[number],
  incompleteness: Incompleteness,
  options: ExplainOptions,
  io: Io,
): Iterable<string> {
  const view = viewFor(options, io.stdout, io.env);
  switch (format) {
    case "json":
      return [explainJson(explanation, !isComplete(incompleteness))];
    case "md":
      return asLines(explainMarkdown(explanation, incompleteness));
    case "text":
      return asLines(
        options.brief === true
          ? explainBrief(explanation, incompleteness, view)
          : explainText(explanation, incompleteness, view, { showsAll: options.all ?? false }),
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
