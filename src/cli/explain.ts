import {
  addConfigOption,
  sourcesOrConfigured,
  addGateFromOption,
  withReviewedConfig,
} from "./found-config.js";
import {
  addExplainOptions,
  asksForEdits,
  failForTwoEndpoints,
  type ExplainOptions,
} from "./explain-options.js";
import { addOutputOption, keepInputs, parseOutputs, writeReports } from "./output.js";
import { addEndOptions, addSourceOptions } from "./source-options.js";
import { failWithoutObjects, loadFromOptions, loadSourcesToReload, reportLoading } from "./load-sources.js";
import { addRenderOption, failForRender } from "./render.js";
import type { LoadRequest } from "./sources.js";
import { addViewOptions } from "./view.js";
import { endingOf, negative, type Ending } from "./ending.js";
import { UsageError } from "./exit.js";
import { explainEnds, lookUpFlow, readFlow } from "../questions/ask/flow.js";
import { explainEndpoint } from "./explain-endpoint.js";
import { EXPLAIN_REPORTERS } from "../report/explain-reporters.js";
import { applied, failWithoutSuggestion, suggestions } from "./explain-suggest.js";
import { applySuggestion } from "./apply-suggestion.js";
import { incompletenessOf, type Incompleteness } from "../cluster/load/incomplete.js";
import { nextCommand } from "./next-command.js";
import { addPluginOption, profileOf, tellPlugin } from "./plugin-option.js";
import { mayNameRoute, controllerWorkloads, type AskedRoute } from "../questions/query/route.js";
import { orUsageError } from "./question-errors.js";
import { observedProfile } from "../semantics/match/observed-profile.js";
import { otherReadings } from "../questions/explain/readings.js";
import { uninvolvedInFlow } from "../questions/explain/uninvolved.js";
import type { ExplainReport } from "../report/explain-report.js";
import type { Asked } from "../questions/ask/problem.js";
import { differingPlugins, pluginPart } from "../questions/explain/plugins.js";
import { isOfPlugin } from "../semantics/plugins/profile-of.js";
import { REFERENCE, type Profile } from "../semantics/match/profile.js";
import type { Cluster } from "../cluster/model/cluster.js";
import type { Explanation } from "../questions/explain/result.js";
import type { Io } from "./io.js";
import type { Register } from "./register.js";

const EXAMPLES = `
Examples:
  anp explain shop/deploy/web payments/sts/db --port 5432
  anp explain --context prod shop/deploy/web
  anp explain -f manifests shop/web payments/db --port 5432
  anp explain -f manifests shop/web payments/svc/db --port sql
  anp explain -f manifests shop/web 10.0.0.7 --port 53/udp
  anp explain -f manifests shop/app=web,tier=front api.example.com --port 443
  anp explain -f manifests shop/batch payments/db --port 5432 --expect denied
  anp explain -f manifests shop/batch payments/db --port 5432 --suggest
  anp explain -f manifests shop/batch payments/db --port 5432 --suggest --show 2
  anp explain -f manifests shop/batch payments/db --port sql --suggest --apply 1
  anp explain -f manifests shop/web
  anp explain -f manifests shop/ingress/public
  helm template . | anp explain -f - web db --port sql -o json`;

/** Registers `anp explain`. */
export const addExplainCommand: Register = (program, io, done) => {
  const command = program
    .command("explain")
    .summary("show why traffic is allowed or denied")
    .description(
      "Shows whether traffic between two endpoints is allowed, and which tier, policy, rule and line decide it. Reads the cluster of the current kubeconfig context unless a source is given.",
    )
    .argument(
      "<from>",
      "pod, workload, node, IP address, CIDR, internet, ns/key=value for a hypothetical pod, or an Ingress, HTTPRoute or Gateway (ingress/name), meaning its controller",
    )
    .argument(
      "[to]",
      "the same, a Service (svc/name) or a domain name; if omitted, lists the policies of <from>, or checks every backend of a route",
    );
  addExplainOptions(command);
  addOutputOption(command, EXPLAIN_REPORTERS, "text");
  addRenderOption(addSourceOptions(command));
  addPluginOption(command);
  addGateFromOption(addConfigOption(command));
  addEndOptions(command);
  addViewOptions(command);
  command
    .addHelpText("after", EXAMPLES)
    .action(async (from: string, to: string | undefined, options: ExplainOptions) => {
      done(await runExplain(from, to, options, io));
    });
};

async function runExplain(
  fromText: string,
  toText: string | undefined,
  typed: ExplainOptions,
  io: Io,
): Promise<Ending> {
  failForRender(typed, asksForEdits(typed) ? ["--suggest"] : []);
  const options = await withReviewedConfig(typed, io, "cluster");
  const outputs = parseOutputs(options.output, EXPLAIN_REPORTERS, "text");
  if (toText === undefined && !mayNameRoute(fromText)) failForTwoEndpoints(options);
  if (options.brief === true && outputs.every(({ format }) => format !== "text"))
    throw new UsageError("--brief only affects -o text");
  const { port, protocol, namespace } = options;
  const read = orUsageError(readFlow({ from: fromText, to: toText, port, protocol }));
  const { from, to, traffic } = read;
  const sources = sourcesOrConfigured(options, io);
  const need: LoadRequest = { purpose: "flows", names: to === undefined ? [from] : [from, to] };
  const { loaded, input } = asksForEdits(options)
    ? await loadSourcesToReload(options, sources, need, io)
    : { loaded: await loadFromOptions(options, sources, need, io), input: undefined };
  reportLoading(loaded, options, io);
  tellPlugin(loaded.cluster, options, io);
  failWithoutObjects(loaded, sources.paths);
  keepInputs(outputs, loaded.met, io);
  const incompleteness = incompletenessOf(loaded, options.expect !== undefined || options.exitCode === true);
  const { cluster } = loaded;
  const ends = orUsageError(lookUpFlow(cluster, { from, to, namespace }), incompleteness);
  if (ends.type === "end") {
    failForTwoEndpoints(options);
    return explainEndpoint(cluster, ends.end, incompleteness, outputs, options, io);
  }
  if (ends.type === "route") failForEdits(ends.from, options);
  const askAs = (of: Cluster, profile: Profile): Asked<Explanation> =>
    explainEnds(of, ends, { traffic, profile });
  const ask = (of: Cluster): Asked<Explanation> => askAs(of, profileOf(options, of));
  const profile = profileOf(options, cluster);
  const observed = observedProfile(profile);
  const explanation = orUsageError(askAs(cluster, profile === REFERENCE ? observed.profile : profile));
  const isBrief = options.brief ?? false;
  const showsReadings = outputs.some(({ format }) => format !== "text" || !isBrief);
  const readings = showsReadings ? otherReadings(cluster, explanation, loaded.problems, ask) : [];
  const next =
    ends.type === "route" || asksForEdits(options) || options.render === true
      ? undefined
      : nextCommand(explanation, { from: fromText, to: toText, sources, options: typed });
  const plugin =
    showsReadings && isOfPlugin(profile) ? pluginPart(cluster, explanation, profile, askAs) : undefined;
  const differing =
    showsReadings && profile === REFERENCE
      ? differingPlugins(cluster, { ...observed, explanation }, askAs)
      : [];
  const uninvolved = options.all === true ? uninvolvedInFlow(cluster, explanation) : [];
  const suggested =
    input === undefined || to === undefined
      ? undefined
      : await suggestions({ input, from, to, traffic, options, profile }, io);
  if (suggested !== undefined) {
    failWithoutSuggestion(suggested, options);
    const number = applied(options);
    if (number !== undefined)
      applySuggestion({ number, found: suggested, sources, options, incompleteness }, io);
  }
  const report: ExplainReport = {
    explanation,
    incompleteness,
    readings,
    plugin,
    differing,
    isBrief,
    showsAll: options.all ?? false,
    uninvolved,
    suggestions: suggested,
    next,
  };
  writeReports(report, EXPLAIN_REPORTERS, outputs, options, io);
  return ending(explanation, incompleteness, options);
}

/** @throws {UsageError} where edits are asked for and nothing can be turned: a route is no end of traffic */
function failForEdits(from: AskedRoute, options: ExplainOptions): void {
  if (!asksForEdits(options)) return;
  const connecting = controllerWorkloads(from);
  throw new UsageError(
    "--suggest needs two endpoints, and a route isn't one",
    connecting.length === 0
      ? "name the controller's pods instead of the route"
      : `name the pods that send the traffic: ${connecting.join(", ")}`,
  );
}

/** An incomplete input cannot be trusted, whatever the verdict says. */
function ending(
  { results }: Explanation,
  incompleteness: Incompleteness,
  { expect, exitCode }: ExplainOptions,
): Ending {
  const wanted = expect ?? (exitCode === true ? "allowed" : undefined);
  const others = new Set(results.map(({ verdict }) => verdict).filter((verdict) => verdict !== wanted));
  const option = expect === undefined ? "--exit-code" : `--expect ${expect}`;
  const found = results.length === 0 ? "nothing to ask about" : `${[...others].join(", ")}`;
  const isMet = wanted === undefined || (results.length > 0 && others.size === 0);
  return endingOf(incompleteness, negative(isMet ? [] : [`${found} at ${option}`]));
}
