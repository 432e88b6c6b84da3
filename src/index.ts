/**
 * The library: what the command line does, from TypeScript. Load sources into a cluster, explain traffic in it, lint
 * what was read, map all flows.
 */
import { explainEnds, lookUpFlow, readFlow } from "./questions/ask/flow.js";
import { lookUpMap, readMap } from "./questions/ask/map.js";
import { orThrow, QuestionError } from "./questions/ask/question-error.js";
import { aboutLines } from "./report/convert-words.js";
import { diff, type Diff } from "./questions/diff/diff.js";
import { everywhere, type Everywhere } from "./questions/convert/everywhere.js";
import { load, loadToReload } from "./cluster/load/load.js";
import { runConversion, type ConversionRun } from "./questions/convert/run.js";
import type { Loaded, LoadOptions } from "./cluster/load/options.js";
import { matrixOf } from "./questions/matrix/map.js";
import { REFERENCE, type Profile } from "./semantics/match/profile.js";
import type { ConversionTarget } from "./questions/convert/conversion.js";
import type { Explanation } from "./questions/explain/result.js";
import type { Input } from "./cluster/load/input.js";
import type { Matrix } from "./questions/matrix/matrix.js";

/**
 * The CustomResourceDefinitions of policy kinds in a text; `loadSources` takes them by kind as `crds`. Their rules in CEL
 * and patterns are programs of others, which `runChecks: checksInWorker()` runs: without it they are not evaluated.
 */
export { definitionsIn, type DefinitionReading } from "./cluster/load/definitions.js";
export { checksInWorker, type CheckLimits } from "./input/run-checks.js";
export type { Definition } from "./cluster/admission/crd/definition.js";
/** Compares the flows of two clusters that `loadSources` has loaded. */
export { diff, type Diff } from "./questions/diff/diff.js";
export type { Everywhere } from "./questions/convert/everywhere.js";
export type { ConversionNote, Left, ConversionTarget } from "./questions/convert/conversion.js";
export { QuestionError } from "./questions/ask/question-error.js";
export type { QuestionProblem } from "./questions/ask/problem.js";
export { VERSION } from "./version.js";
/** Lints what `loadSources(sources, { purpose: "lint" })` has read; reading for flows leaves much of it out. */
export { lint, type LintOptions, type LintResult, type SkippedRule } from "./linter/lint/lint.js";
/** Where a problem is: its file, lines and columns. */
export { showPlace, type ShownPlace } from "./report/place.js";
export type { Category, Diagnostic, Level, Wording } from "./cluster/problems/diagnostic.js";
export type { Place } from "./cluster/problems/problem.js";
export { PROFILES, REFERENCE, STRICT, type Profile } from "./semantics/match/profile.js";
/** What network plugins do: `pluginProfile` of what `parsePlugin("cilium@1.18")` reads is a profile for questions. */
export { parsePlugin, type PluginMistake } from "./semantics/plugins/parse.js";
export { pluginProfile, type PluginProfile } from "./semantics/plugins/profile-of.js";
export { PLUGIN_ROWS, PLUGINS } from "./semantics/plugins/plugins.js";
export type { Plugin, PluginName, PluginRow } from "./semantics/plugins/row.js";
export type { ChosenPlugin } from "./cluster/model/chosen-plugin.js";
export type { Cluster } from "./cluster/model/cluster.js";
export type { Explanation, Result, ResultEndpoint, ResultSide, Note } from "./questions/explain/result.js";
export type { Loaded } from "./cluster/load/options.js";
export type { Problem } from "./cluster/problems/problem.js";
export type { Matrix, MatrixFlow } from "./questions/matrix/matrix.js";
export type { Row } from "./semantics/reach/rows.js";
export type { Slices } from "./questions/matrix/slices.js";
export type { Step } from "./semantics/evaluate/step.js";
export type { Verdict } from "./cluster/model/verdict.js";

/** A text with manifests. */
export interface Source {
  /** The name that places show. */
  readonly name: string;
  readonly text: string;
}

/**
 * How sources are read; each option that is missing has the default of the command line: Kubernetes 1.36, namespace
 * `default`.
 */
export type SourceOptions = Partial<Omit<LoadOptions, "isLate">>;

/** What a conversion stands among, and into what it goes. */
export interface ConvertQuestion {
  /** Looked at and not converted: namespaces and their labels, pods, names and priorities that are taken. */
  readonly context?: Iterable<Source>;
  /** The newest of each kind where it is missing. */
  readonly target?: ConversionTarget;
}

/** What manifests of older generations become. Nothing is written: `files` has the new texts of those that change. */
export interface ConvertedSources extends ConversionRun {
  /** The verdicts over what was loaded, before and after. */
  readonly diff: Diff;
  /** Whether it is shown that no cluster decides a flow differently, and which tiers have to be in the input as a whole for it. */
  readonly everywhere: Everywhere;
}

/** Converts objects of older generations, and compares the clusters before and after. */
export async function convertSources(
  sources: Iterable<Source>,
  { context = [], target }: ConvertQuestion = {},
  options: SourceOptions = {},
): Promise<ConvertedSources> {
  const scope = [...sources];
  const input = await loadToReload(inputsOf([...context, ...scope]), {
    ...DEFAULTS,
    ...options,
    keepsObjects: true,
    readsEveryRelease: true,
  });
  const run = await runConversion(input, { scope: new Set(scope), target, commentOn: aboutLines });
  const [before, after] = [run.before.cluster, run.after.cluster];
  return { ...run, diff: diff(before, after), everywhere: everywhere(before, after, run.replacements) };
}

/** Loads manifests into a cluster; what is wrong with them is in `problems`, nothing is thrown for bad input. */
export async function loadSources(sources: Iterable<Source>, options: SourceOptions = {}): Promise<Loaded> {
  return load(inputsOf(sources), { ...DEFAULTS, ...options });
}

const DEFAULTS: Omit<LoadOptions, "isLate"> = {
  purpose: "flows",
  namespace: "default",
  kubernetesVersion: [1, 36],
  bundles: [],
  crds: new Map(),
  isLegacy: false,
  isStored: false,
};

function inputsOf(sources: Iterable<Source>): Input[] {
  return [...sources].map((file) => ({ type: "file", file, isNamed: true }));
}

/** A question in the words of the command line. */
export interface FlowQuestion {
  /** An Ingress, route or Gateway stands for its controller. */
  readonly from: string;
  /** Of a route, all of its backends where it is missing. */
  readonly to?: string;
  /** As `--port`: `443`, `8000-8100`, `53/udp`, a port name; every port of TCP, UDP and SCTP where it is missing. */
  readonly port?: string;
  /** As `--protocol`: tcp, udp, sctp, icmp, other. */
  readonly protocol?: string;
  readonly profile?: Profile;
  /** The namespace of names given without one. */
  readonly namespace?: string;
}

/**
 * Explains the traffic between two endpoints, or what the controller of a route connects to.
 * @throws {QuestionError} where the question cannot be read or names nothing in the cluster, where the destination has no such
 *   port, or the route does not lead to it
 */
export function explainFlow({ cluster }: Pick<Loaded, "cluster">, question: FlowQuestion): Explanation {
  const { from, to, port, protocol, namespace, profile = REFERENCE } = question;
  const { traffic, ...names } = orThrow(readFlow({ from, to, port, protocol }));
  const ends = orThrow(lookUpFlow(cluster, { ...names, namespace }));
  if (ends.type === "end") throw new QuestionError({ code: "no-destination" });
  return orThrow(explainEnds(cluster, ends, { traffic, profile }));
}

/** A question about the flows between some ends, in the words of the command line. */
export interface MatrixFlowsQuestion extends Pick<FlowQuestion, "port" | "protocol" | "namespace"> {
  /** The sources; all that the cluster has where it is missing. */
  readonly from?: readonly string[];
  readonly to?: readonly string[];
  /** Adds pods and namespaces that do not exist yet. */
  readonly exposure?: boolean;
}

/**
 * Who reaches whom: the rows of the map, and what each sends to each other, worked out when it is asked for. Without a
 * port or protocol it is about all traffic, other protocols than TCP, UDP and SCTP included.
 * @throws {QuestionError} where the question cannot be read or names nothing in the cluster
 */
export function mapFlows({ cluster }: Pick<Loaded, "cluster">, question: MatrixFlowsQuestion = {}): Matrix {
  const { from = [], to = [], port, protocol, namespace, exposure: isExposed = false } = question;
  const read = orThrow(readMap({ from, to, port, protocol }));
  return matrixOf(cluster, orThrow(lookUpMap(cluster, { ...read, namespace, isExposed }))).matrix;
}
