import { folderOf } from "../base/text/folder-of.js";
import { kustomizeCommand, remedyOfBuild } from "../linter/rules/words/unbuilt.js";
import { defuse, encode } from "../report/encode.js";
import { DNS_PORT, dnsServiceFault, type DnsServiceFault } from "../cluster/model/cluster-dns.js";
import { load, loadToReload, type Reloadable } from "../cluster/load/load.js";
import type { Loaded } from "../cluster/load/options.js";
import { loadOptions } from "./load-options.js";
import { MissingPathError } from "../input/walk.js";
import { leftOutLine, otherReasonText, summaryLine } from "../report/summary.js";
import { readSources, type LoadRequest, type Sources } from "./sources.js";
import { isKustomizationInput } from "../cluster/roots/tree-files.js";
import { clusterInputs, hasKustomization, readTree } from "./tree.js";
import { rendererOf, withCharts } from "./render.js";
import { shellWord } from "../base/text/shell-word.js";
import { UsageError } from "./exit.js";
import type { ContentSource } from "./acceptances.js";
import type { Cluster } from "../cluster/model/cluster.js";
import type { DeletedObject } from "../cluster/load/deleted.js";
import type { FetchFile } from "../cluster/roots/tree-files.js";
import type { Input } from "../cluster/load/input.js";
import type { TwinItems } from "../source/manifest/twin-items.js";
import type { Io } from "./io.js";
import type { RenderDoubt } from "../cluster/problems/not-read.js";
import type { OtherFile } from "../cluster/load/summary.js";
import type { LoadOptions } from "../cluster/load/options.js";
import type { CommandSourceOptions } from "./source-options.js";

/** What was loaded, with the name of every file that was met, in their order. */
export interface LoadedSources extends Loaded {
  readonly met: readonly MetInput[];
}

/** A file that was met. */
export interface MetInput {
  readonly name: string;
  /** Set where the file was not read. */
  readonly skipped?: "unreadable" | "other" | "chart";
}

/** Reads what the options name. @throws {UsageError} for what is not there, or options that cannot be read */
export async function loadFromOptions(
  options: CommandSourceOptions,
  sources: Sources,
  need: LoadRequest,
  io: Io,
): Promise<LoadedSources> {
  const loaded = await loadTree(
    (onFetch) => readSources(sources, options, need, io, onFetch),
    { options, paths: sources.paths },
    need.purpose,
    io,
  );
  failForFacts(loaded, options);
  return loaded;
}

/** How a tree is read. */
export interface TreeRequest {
  readonly options: CommandSourceOptions;
  /** The paths that the caller names. */
  readonly paths: readonly string[];
  /** Where the content of what is accepted is read, if not on the disk. */
  readonly content?: ContentSource;
  /** What another state of the same cluster shares with this one. */
  readonly twins?: TwinItems;
}

/**
 * Loads what a generator reads as one cluster, with its kustomizations built.
 * @throws {UsageError} for a path that is not there, options that cannot be read, and several states of a cluster in one
 */
export async function loadTree(
  read: (onFetch: (fetch: FetchFile) => void) => AsyncIterable<Input>,
  request: TreeRequest,
  purpose: LoadOptions["purpose"],
  io: Io,
): Promise<LoadedSources> {
  const tree = await builtTree(read, request, purpose, io);
  const { options, content, twins } = request;
  const loaded = await loadInputs(tree.inputs, options, purpose, io, content, twins);
  return { ...loaded, met: tree.met };
}

/** The inputs of one cluster, with its kustomizations built, and all that was met for them. */
export async function builtTree(
  read: (onFetch: (fetch: FetchFile) => void) => AsyncIterable<Input>,
  { options, paths, content }: TreeRequest,
  purpose: LoadOptions["purpose"],
  io: Io,
): Promise<{ readonly inputs: readonly Input[]; readonly met: readonly MetInput[] }> {
  try {
    const renderer = rendererOf(options, paths, io, content);
    const tree = await withCharts(await readTree(read), renderer);
    const met = tree.inputs.flatMap(metOf);
    if (!hasKustomization(tree)) return { inputs: tree.inputs, met };
    const inputs = await clusterInputs(tree, paths, loadOptions(options, purpose, io, content), io, renderer);
    return { inputs, met: [...met, ...tree.fetched.flatMap(metOf)] };
  } catch (error) {
    throw asUsageError(error);
  }
}

/** Loads some inputs as the options say. @throws {UsageError} for a path that is not there, or options that cannot be read */
export async function loadInputs(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: CommandSourceOptions,
  purpose: LoadOptions["purpose"],
  io: Io,
  content?: ContentSource,
  twins?: TwinItems,
): Promise<LoadedSources> {
  const met: MetInput[] = [];
  try {
    const all = Array.isArray(inputs) ? ` of ${inputs.length}` : "";
    const told = (): void => io.tell?.(`reading: ${met.length}${all} files`);
    const how = loadOptions(options, purpose, io, content);
    const loaded = await load(remembering(inputs, met, told), twins === undefined ? how : { ...how, twins });
    return { ...loaded, met };
  } catch (error) {
    throw asUsageError(error);
  }
}

/** What was loaded and can be loaded again, with edits. */
export interface SourcesToReload {
  readonly loaded: LoadedSources;
  readonly input: Reloadable;
}

/** The same where the input is to be loaded again, with edits. */
export function loadSourcesToReload(
  options: CommandSourceOptions,
  sources: Sources,
  need: LoadRequest,
  io: Io,
): Promise<SourcesToReload> {
  const inputs = readSources(sources, options, need, io);
  const asked = need.purpose === "flows" ? withoutKustomizations(inputs) : inputs;
  return loadInputsToReload(asked, loadOptions(options, need.purpose, io), options);
}

/** @throws {UsageError} for a kustomization: an edit of a base is an edit of all that is built of it */
async function* withoutKustomizations(inputs: AsyncIterable<Input>): AsyncGenerator<Input> {
  for await (const input of inputs) {
    if (isKustomizationInput(input)) {
      const name = input.type === "file" ? input.file.name : "name" in input ? input.name : "";
      throw new UsageError(
        `--suggest can't edit what a kustomization builds: ${encode(name)}`,
        `ask about the result: kubectl kustomize ${shellWord(folderOf(name))} | anp explain -f - …`,
      );
    }
    yield input;
  }
}

/** The same of some inputs. */
export async function loadInputsToReload(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: LoadOptions,
  given: CommandSourceOptions = {},
): Promise<SourcesToReload> {
  const met: MetInput[] = [];
  try {
    const input = await loadToReload(remembering(inputs, met), options);
    failForFacts(input.loaded, given);
    return { loaded: { ...input.loaded, met }, input };
  } catch (error) {
    throw asUsageError(error);
  }
}

/** A mistake in the paths as one of the caller's; any other error as it is. */
export function asUsageError(error: unknown): unknown {
  return error instanceof MissingPathError
    ? new UsageError(error.message, "paths are relative to the current folder")
    : error;
}

/** Passes inputs on and keeps the names of files. */
async function* remembering(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  met: MetInput[],
  told: () => void = () => undefined,
): AsyncGenerator<Input> {
  for await (const input of inputs) {
    met.push(...metOf(input));
    told();
    yield input;
  }
}

/** The file that an input is about, with whether it was read. */
export function metOf(input: Input): readonly MetInput[] {
  if (input.type === "file") return [{ name: input.file.name }];
  if (input.type === "unreadable" || input.type === "other" || input.type === "chart")
    return [{ name: input.name, skipped: input.type }];
  return [];
}

/** @throws {UsageError} where what the options say about the cluster cannot be */
export function failForFacts({ cluster, notDeleted }: Loaded, options: CommandSourceOptions): void {
  failWithoutDnsService(cluster, options);
  failForMissing(notDeleted);
}

/** @throws {UsageError} for an object that is to be deleted and is not there */
export function failForMissing([missing]: readonly DeletedObject[]): void {
  if (missing === undefined) return;
  const { kind, namespace, name } = missing;
  const where = namespace === undefined ? "" : ` in namespace ${namespace}`;
  throw new UsageError(`--delete: ${kind} "${name}"${where} is not in the input`);
}

/** @throws {UsageError} where the Service that is named as the cluster's DNS cannot be that */
export function failWithoutDnsService(cluster: Cluster, options: CommandSourceOptions): void {
  const { dnsService } = cluster.facts;
  // A config speaks of the cluster, of which a repository may hold a part alone.
  const ofConfig = options.configured?.config.cluster.dnsService;
  if (ofConfig !== undefined && ofConfig === options.dnsService) return;
  const fault = dnsServiceFault(cluster);
  if (dnsService === undefined || fault === undefined) return;
  const { namespace, name } = dnsService;
  const { what, hint } = DNS_SERVICE_FAULTS[fault];
  throw new UsageError(`--dns-service ${namespace}/${name} ${what}`, hint);
}

const DNS_SERVICE_FAULTS: Readonly<
  Record<DnsServiceFault, { readonly what: string; readonly hint: string }>
> = {
  missing: {
    what: "is not in the input",
    hint: "load the Service and the pods behind it with -f",
  },
  "no-dns-port": {
    what: `has no port ${DNS_PORT} for UDP or TCP`,
    hint: "use the Service whose address is in the pods' resolv.conf",
  },
  "no-pods": {
    what: "has no pods in the input that listen on it",
    hint: "load the pods or workloads that it selects, with their ports",
  },
};

/**
 * @param paths what was named
 * @throws {UsageError} where nothing of Kubernetes was found: probably the wrong folder, which must not look fine
 */
export function failWithoutObjects(
  { summary, problems }: Pick<Loaded, "summary" | "problems">,
  paths: readonly string[],
): void {
  if (summary.objects.size > 0 || problems.length > 0 || summary.clusters.length > 0) return;
  const unbuilt = summary.other.find(({ reason }) => buildCommand(reason, "") !== undefined);
  const command = unbuilt === undefined ? undefined : buildCommand(unbuilt.reason, unbuilt.file);
  if (paths.length === 1 && paths[0] === "-" && command === undefined)
    throw new UsageError(
      "no manifests on standard input",
      "check the command before the pipe: it printed no Kubernetes object",
    );
  throw new UsageError(
    `no manifests in ${paths.length === 0 ? "the input" : paths.join(", ")}`,
    unbuilt === undefined || command === undefined
      ? "name a file, folder or glob with manifests, or - for standard input"
      : `build ${unbuilt.file} first: ${command} | anp lint -`,
  );
}

/**
 * Says what is not there and what is not built, a line each for kustomizations and charts, with a command that builds the first. Charts that may
 * hold policies come first: the answers hang on them.
 * @param problems what could not be read, where no finding of the report says so
 */
export function reportUnbuilt(
  { summary: { other } }: Pick<Loaded, "summary">,
  problems: Loaded["problems"],
  io: Io,
): void {
  const files = (reason: OtherFile["reason"]): string[] =>
    other.flatMap((each) => (each.reason === reason ? [each.file] : []));
  const open = problems.flatMap(({ code, facts }) =>
    code === "not-analysed" && facts.reason === "helm-template" ? [facts.detail ?? ""] : [],
  );
  const [submodule, ...more] = files("submodule");
  if (submodule !== undefined) {
    const which =
      more.length === 0 ? "is a submodule that is" : `and ${more.length} more are submodules that are`;
    const line = `${encode(submodule)} ${which} not checked out, so nothing in it was read: git submodule update --init`;
    io.stderr.write(`${defuse(line)}\n`);
  }
  const unbuilt = new Map(
    problems.flatMap(({ code, facts, at }) =>
      code === "not-analysed" &&
      facts.reason === "kustomize-build" &&
      remedyOfBuild(facts.doubt?.code) === "render"
        ? [[at.document.file.name, facts.doubt] as const]
        : [],
    ),
  );
  for (const { reason, verb, all } of [
    { reason: "kustomization", verb: "rendered", all: [...unbuilt.keys(), ...files("kustomization")] },
    { reason: "chart", verb: "rendered", all: [...open, ...files("chart")] },
  ] as const) {
    const [first, ...others] = all;
    const command = first === undefined ? undefined : buildCommand(reason, first, unbuilt.get(first));
    if (first === undefined || command === undefined) continue;
    const what = others.length === 0 ? `is not ${verb}` : `and ${others.length} more are not ${verb}`;
    const line = `${encode(first)} ${what}: ${encode(command)} | anp lint - reads its manifests`;
    io.stderr.write(`${defuse(line)}\n`);
  }
}

/** The command that renders a kustomization's folder, or a chart. */
function buildCommand(reason: OtherFile["reason"], file: string, doubt?: RenderDoubt): string | undefined {
  if (reason === "chart") return `helm template ${shellWord(file)}`;
  if (reason !== "kustomization") return undefined;
  return kustomizeCommand(folderOf(file), doubt);
}

/**
 * Says on standard error which cluster was asked, and what was left out; with `-v` all that was loaded, and what became of
 * every file.
 * @param side what it is of several that are loaded
 */
export function reportLoading(
  loaded: Pick<LoadedSources, "summary" | "problems" | "met">,
  { verbose }: CommandSourceOptions,
  io: Io,
  side?: string,
): void {
  const { summary, met } = loaded;
  const line = verbose === true || summary.clusters.length > 0 ? summaryLine(summary) : leftOutLine(summary);
  if (line !== undefined) io.stderr.write(`${defuse(`${side === undefined ? "" : `${side}: `}${line}`)}\n`);
  reportUnbuilt(loaded, loaded.problems, io);
  if (verbose !== true) return;
  const reasons = new Map(summary.other.map(({ file, reason }) => [file, otherReasonText(reason)]));
  for (const { name, skipped } of met) {
    const otherwise =
      skipped === "unreadable" || skipped === "chart" ? "not read (anp lint says why)" : "read";
    const fate = reasons.get(name) ?? otherwise;
    io.stderr.write(`${defuse(`  ${encode(name)}: ${fate}`)}\n`);
  }
}
