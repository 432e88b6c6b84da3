import { collect } from "./collect.js";
import type { Command } from "commander";
import { defuse, encode } from "../report/encode.js";
import { otherReasonText, summaryLine } from "../report/summary.js";
import { DNS_PORT, dnsServiceFault, type DnsServiceFault } from "../model/cluster-dns.js";
import { DEFAULT_LIMITS } from "../input/limits.js";
import { BUNDLE_NAMES, parseBundle } from "../kinds/bundles.js";
import { load, loadToReload, type Loaded, type Reloadable } from "../load/load.js";
import { MissingPathError } from "../input/walk.js";
import { parseBlock, type Block } from "../net/address.js";
import { readDnsFile } from "./dns-file.js";
import { readInputs, type InputOptions } from "../input/inputs.js";
import { UsageError } from "./exit.js";
import type { Cluster, GivenFacts } from "../model/cluster.js";
import type { Input } from "../load/input.js";
import type { Io } from "./io.js";
import type { LoadOptions } from "../load/load.js";

/** How standard input is shown where nobody names it. */
export const STANDARD_INPUT = "(standard input)";

/** Options that say where the cluster comes from and what is known of it; every command that reads one has them. */
export interface SourceOptions {
  readonly filename?: readonly string[];
  readonly exclude?: readonly string[];
  readonly stdinFilename?: string;
  readonly namespace?: string;
  readonly dns?: string;
  readonly dnsService?: string;
  readonly podCidr?: readonly string[];
  readonly serviceCidr?: readonly string[];
  readonly nodeCidr?: readonly string[];
  readonly bundle?: readonly string[];
  readonly kubernetesVersion?: string;
  readonly legacy?: boolean;
  readonly maxFileSize?: string;
  readonly maxFiles?: string;
  readonly maxTotalSize?: string;
  readonly timeout?: string;
  readonly followSymlinks?: boolean;
  readonly verbose?: boolean;
}

/** Adds the options to a command. */
export function addSourceOptions(command: Command): Command {
  return command
    .option(
      "-f, --filename <path>",
      "file, folder or glob to read; - is standard input (repeatable)",
      collect,
    )
    .option("--exclude <glob>", "leave files out (repeatable)", collect)
    .option("--stdin-filename <name>", "the name under which standard input is shown")
    .option("-n, --namespace <name>", "namespace of names given without one, and of objects without one")
    .option("--dns <file>", "JSON or YAML mapping of names to lists of addresses")
    .option("--dns-service <ns/name>", "the Service that pods ask for names, where it is not the usual one")
    .option("--pod-cidr <cidr>", "where pods' addresses lie (repeatable)", collect)
    .option("--service-cidr <cidr>", "where Services' addresses lie (repeatable)", collect)
    .option("--node-cidr <cidr>", "where nodes' addresses lie (repeatable)", collect)
    .option(
      "--bundle <release>",
      "release of the policy CRDs: vX.Y.Z[/standard|experimental], without a channel the experimental one (repeatable)",
      collect,
    )
    .option("--kubernetes-version <version>", "version of the API server", "1.36")
    .option("--legacy", "read extensions/v1beta1 as the 2016 design meant it")
    .option("--max-file-size <bytes>", "largest file to read", String(DEFAULT_LIMITS.fileSize))
    .option("--max-files <count>", "how many files to read", String(DEFAULT_LIMITS.files))
    .option("--max-total-size <bytes>", "how much to read in all", String(DEFAULT_LIMITS.totalSize))
    .option("--timeout <seconds>", "how long to read and check", "60")
    .option("--follow-symlinks", "follow symbolic links that stay inside of the given folders")
    .option("-v, --verbose", "list every file with what became of it");
}

/** What was loaded, with the name of every file that was met, in their order. */
export interface LoadedSources extends Loaded {
  readonly met: readonly MetInput[];
}

interface MetInput {
  readonly name: string;
  /** Set where the file was not read. */
  readonly skipped?: "unreadable" | "other";
}

/** Reads the input that the options name. @throws {UsageError} for a path that is not there, or options that cannot be read */
export async function loadSources(
  options: SourceOptions,
  paths: readonly string[],
  purpose: LoadOptions["purpose"],
  io: Io,
): Promise<LoadedSources> {
  const loaded = await loadInputs(readInputs(inputOptions(options, paths, io)), options, purpose, io);
  failWithoutDnsService(loaded.cluster);
  return loaded;
}

/** Which inputs are read, and how. @throws {UsageError} for options that cannot be read */
export function inputOptions(options: SourceOptions, paths: readonly string[], io: Io): InputOptions {
  const maxFileSize = wholeNumber(options.maxFileSize, "--max-file-size");
  return {
    paths,
    cwd: io.cwd(),
    exclude: options.exclude ?? [],
    followsLinks: options.followSymlinks ?? false,
    stdin: io.stdin,
    stdinName: options.stdinFilename ?? STANDARD_INPUT,
    limits: {
      fileSize: maxFileSize,
      namedJsonSize: Math.max(DEFAULT_LIMITS.namedJsonSize, maxFileSize),
      files: wholeNumber(options.maxFiles, "--max-files"),
      totalSize: wholeNumber(options.maxTotalSize, "--max-total-size"),
    },
  };
}

/** How long to read and check, in milliseconds. @throws {UsageError} where the option cannot be read */
export function timeLimit({ timeout }: SourceOptions): number {
  return 1000 * wholeNumber(timeout, "--timeout");
}

/** Loads some inputs as the options say. @throws {UsageError} for a path that is not there, or options that cannot be read */
export async function loadInputs(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: SourceOptions,
  purpose: LoadOptions["purpose"],
  io: Io,
): Promise<LoadedSources> {
  const met: MetInput[] = [];
  try {
    const loaded = await load(remembering(inputs, met), loadOptions(options, purpose, io));
    return { ...loaded, met };
  } catch (error) {
    throw asUsageError(error);
  }
}

/** The same where the input is to be loaded again, with edits. */
export async function loadSourcesToReload(
  options: SourceOptions,
  paths: readonly string[],
  purpose: LoadOptions["purpose"],
  io: Io,
): Promise<{ readonly loaded: LoadedSources; readonly input: Reloadable }> {
  const met: MetInput[] = [];
  const inputs = remembering(readInputs(inputOptions(options, paths, io)), met);
  try {
    const input = await loadToReload(inputs, loadOptions(options, purpose, io));
    failWithoutDnsService(input.loaded.cluster);
    return { loaded: { ...input.loaded, met }, input };
  } catch (error) {
    throw asUsageError(error);
  }
}

/** How inputs are loaded, from now on until time is out. @throws {UsageError} for options that cannot be read */
function loadOptions(options: SourceOptions, purpose: LoadOptions["purpose"], io: Io): LoadOptions {
  const deadline = performance.now() + timeLimit(options);
  return {
    purpose,
    namespace: options.namespace ?? "default",
    kubernetesVersion: kubernetesVersion(options.kubernetesVersion ?? "1.36"),
    bundles: bundles(options.bundle),
    isLegacy: options.legacy ?? false,
    isStored: false,
    facts: givenFacts(options, io.cwd()),
    isLate: () => performance.now() > deadline,
  };
}

/** A mistake in the paths as one of the caller's; any other error as it is. */
export function asUsageError(error: unknown): unknown {
  return error instanceof MissingPathError
    ? new UsageError(error.message, "paths are taken from the current folder")
    : error;
}

/** Passes inputs on and keeps their names. */
async function* remembering(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  met: MetInput[],
): AsyncGenerator<Input> {
  for await (const input of inputs) {
    met.push(input.type === "file" ? { name: input.file.name } : { name: input.name, skipped: input.type });
    yield input;
  }
}

/** @throws {UsageError} where the Service that is named as the cluster's DNS cannot be that */
export function failWithoutDnsService(cluster: Cluster): void {
  const { dnsService } = cluster.facts;
  const fault = dnsServiceFault(cluster);
  if (dnsService === undefined || fault === undefined) return;
  const { namespace, name } = dnsService;
  const { what, hint } = DNS_SERVICE_FAULTS[fault];
  throw new UsageError(`--dns-service names ${namespace}/${name}, ${what}`, hint);
}

const DNS_SERVICE_FAULTS: Readonly<
  Record<DnsServiceFault, { readonly what: string; readonly hint: string }>
> = {
  missing: {
    what: "which is not in the input",
    hint: "load the manifest of the Service, and of the pods behind it, with -f",
  },
  "no-dns-port": {
    what: `which has no port ${DNS_PORT} of UDP or TCP`,
    hint: "name the Service whose address stands in the pods' resolv.conf",
  },
  "no-pods": {
    what: "behind which the input has no pod that listens",
    hint: "load the pods or the workload that its selector selects, with the ports that it names",
  },
};

/** @throws {UsageError} where nothing of Kubernetes was found: probably the wrong folder, which must not look fine */
export function failWithoutObjects({ summary, problems }: Loaded): void {
  if (summary.objects.size > 0 || problems.length > 0) return;
  const read = `${summary.files} file${summary.files === 1 ? "" : "s"}`;
  throw new UsageError(
    `no Kubernetes object found in ${read}`,
    "name a file, a folder or a glob with manifests, or - for standard input",
  );
}

function wholeNumber(text: string | undefined, option: string): number {
  const match = /^\d{1,15}$/.exec(text ?? "");
  if (match === null) throw new UsageError(`${option} takes a whole number, not ${JSON.stringify(text)}`);
  return Number(match[0]);
}

function kubernetesVersion(text: string): readonly [number, number] {
  const match = /^v?(\d{1,3})\.(\d{1,3})(?:\.\d+)?$/.exec(text);
  if (match === null)
    throw new UsageError(`--kubernetes-version takes a version such as 1.36, not ${JSON.stringify(text)}`);
  return [Number(match[1]), Number(match[2])];
}

function givenFacts(options: SourceOptions, cwd: string): GivenFacts {
  return {
    podBlocks: blocks(options.podCidr, "--pod-cidr"),
    serviceBlocks: blocks(options.serviceCidr, "--service-cidr"),
    nodeBlocks: blocks(options.nodeCidr, "--node-cidr"),
    ...(options.dns === undefined ? {} : { dns: readDnsFile(options.dns, cwd) }),
    ...(options.dnsService === undefined ? {} : { dnsService: serviceNamed(options.dnsService) }),
  };
}

/** @throws {UsageError} for what is not `namespace/name` */
function serviceNamed(text: string): { namespace: string; name: string } {
  const [namespace = "", name = "", ...more] = text.split("/");
  if (namespace === "" || name === "" || more.length > 0)
    throw new UsageError(
      `--dns-service takes a namespace and a name such as kube-system/kube-dns, not ${JSON.stringify(text)}`,
    );
  return { namespace, name };
}

/** @throws {UsageError} for a release that does not exist or is not evaluated */
function bundles(names: readonly string[] | undefined): readonly string[] {
  for (const name of names ?? []) {
    if (parseBundle(name) === undefined)
      throw new UsageError(
        `--bundle names no release of the policy CRDs: ${JSON.stringify(name)}`,
        `releases are ${BUNDLE_NAMES.join(", ")}`,
      );
  }
  return names ?? [];
}

function blocks(texts: readonly string[] | undefined, option: string): Block[] {
  return (texts ?? [])
    .flatMap((list) => list.split(","))
    .map((text) => {
      const block = parseBlock(text.trim());
      if (block === undefined)
        throw new UsageError(`${option} takes a CIDR such as 10.0.0.0/8, not ${JSON.stringify(text)}`);
      return block;
    });
}

/**
 * Says on standard error what was loaded; `-v` lists every file with what became of it.
 * @param side what it is of several that are loaded
 */
export function reportLoading(
  { summary, met }: LoadedSources,
  { verbose }: SourceOptions,
  io: Io,
  side?: string,
): void {
  io.stderr.write(`${defuse(`${side === undefined ? "" : `${side}: `}${summaryLine(summary)}`)}\n`);
  if (verbose !== true) return;
  const reasons = new Map(summary.other.map(({ file, reason }) => [file, otherReasonText(reason)]));
  for (const { name, skipped } of met) {
    const fate = skipped === "unreadable" ? "not read (anp lint tells why)" : (reasons.get(name) ?? "read");
    io.stderr.write(`${defuse(`  ${encode(name)}: ${fate}`)}\n`);
  }
}
