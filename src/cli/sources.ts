import { askedNamespaces } from "../questions/query/asked-namespaces.js";
import { defuse, encode } from "../report/encode.js";
import { DEFAULT_LIMITS } from "../input/limits.js";
import { KINDS_OF_PLUGINS, kindsToRead, type StoredPurpose } from "../cluster/kinds/stored-kinds.js";
import { kindNamed } from "../questions/query/kind-names.js";
import { Progress } from "./progress.js";
import { readInputs, type InputOptions } from "../input/inputs.js";
import { readableFolders } from "../input/work-tree.js";
import { readSnapshot } from "../input/snapshot-file.js";
import { timeLimit, wholeNumber } from "./limits.js";
import { UsageError } from "./exit.js";
import type { FetchFile } from "../cluster/roots/tree-files.js";
import type { Input } from "../cluster/load/input.js";
import type { Io } from "./io.js";
import type { LoadOptions } from "../cluster/load/options.js";
import type { CommandSourceOptions } from "./source-options.js";

/** How standard input is shown where nobody names it. */
export const STANDARD_INPUT = "(standard input)";

/** A cluster as it is: what files are laid over. */
export type Base =
  | { readonly type: "snapshot"; readonly path: string }
  | {
      readonly type: "context";
      /** Undefined for the current one. */
      readonly name: string | undefined;
      /** Every path that the call reads: no kubeconfig is taken from below one. */
      readonly roots: readonly string[];
    };

/** What a run reads: a cluster, files, or files over a cluster. */
export interface Sources {
  readonly base: Base | undefined;
  readonly paths: readonly string[];
  /** The namespace of objects that name none, where what is read says it. */
  readonly namespace?: string;
}

/** The folder that a command works in. */
export const HERE: Sources = { base: undefined, paths: ["."] };

/** What is read of a source. */
export interface ReadRequest {
  readonly purpose: StoredPurpose;
  /** Names of endpoints that are asked for: their kinds have to be read of a live cluster too. */
  readonly names?: readonly string[];
  /** Kinds that are read beside those of the purpose, with what belongs to them. */
  readonly kinds?: readonly string[];
}

/** What a command needs of its input. */
export interface LoadRequest extends ReadRequest {
  readonly purpose: LoadOptions["purpose"];
}

/**
 * The clusters that the options name, snapshots first.
 * @param args the paths that are arguments of the call
 */
export function basesIn(options: CommandSourceOptions, args: readonly string[]): readonly Base[] {
  const { snapshot = [], context = [], kubeconfig } = options;
  const roots = pathsRead(options, args);
  const named: readonly Base[] = [
    ...snapshot.map((path): Base => ({ type: "snapshot", path })),
    ...context.map((name): Base => ({ type: "context", name, roots })),
  ];
  const isCurrent = kubeconfig !== undefined && context.length === 0;
  return isCurrent ? [...named, { type: "context", name: undefined, roots }] : named;
}

/** Every path that a call reads: whoever wrote what is there may have written a kubeconfig too. */
function pathsRead(
  { filename = [], snapshot = [] }: CommandSourceOptions,
  args: readonly string[],
): readonly string[] {
  return [...new Set([...args, ...filename, ...snapshot])].filter((path) => path !== "-");
}

/**
 * What is read where the options name at most one cluster.
 * @param paths what is read besides: the arguments of the call, and what `-f` names where that is read too
 * @param otherwise what is read where they name nothing at all; without it, the current context
 * @throws {UsageError} for two clusters
 */
export function sourcesIn(
  options: CommandSourceOptions,
  paths: readonly string[],
  otherwise: Sources = { base: currentContext(options, paths), paths: [] },
): Sources {
  const [base, ...others] = basesIn(options, paths);
  if (others.length > 0) throw new UsageError("use one cluster at a time", "anp diff compares two");
  return base === undefined && paths.length === 0 ? otherwise : { base, paths };
}

/** The cluster that kubectl would ask. */
export function currentContext(options: CommandSourceOptions, args: readonly string[]): Base {
  return { type: "context", name: undefined, roots: pathsRead(options, args) };
}

/**
 * Reads a cluster, then the files that replace its objects; without a cluster, files alone.
 * @param onFetch told how files are read that these name
 */
export async function* readSources(
  { base, paths }: Sources,
  options: CommandSourceOptions,
  need: ReadRequest,
  io: Io,
  onFetch?: (fetch: FetchFile) => void,
): AsyncGenerator<Input> {
  if (base !== undefined) yield* readBase(base, options, need, io);
  const asked = { ...inputOptions(options, paths, io), ...(onFetch === undefined ? {} : { onFetch }) };
  for await (const input of readInputs(asked)) yield base === undefined ? input : asOverlay(input);
}

/** An input whose objects replace those of the same name that others hold. */
export function asOverlay(input: Input): Input {
  return input.type === "file" || input.type === "built" ? { ...input, isOverlay: true } : input;
}

async function* readBase(
  base: Base,
  options: CommandSourceOptions,
  need: ReadRequest,
  io: Io,
): AsyncGenerator<Input> {
  if (base.type === "snapshot") {
    yield* readSnapshot(base.path, inputOptions(options, [], io));
    return;
  }
  const { readCluster } = await import("../input/api/read-cluster.js");
  const progress = new Progress(io.stderr);
  const say = (line: string): void => {
    progress.clear();
    io.stderr.write(`${defuse(encode(line))}\n`);
  };
  try {
    yield* readCluster({
      context: base.name,
      kubeconfig: options.kubeconfig,
      namespace: options.namespace,
      askedNamespaces: askedNamespaces(need.names ?? []),
      purpose: need.purpose,
      extraKinds: [
        ...new Set([
          ...kindsIn(need.names ?? []),
          ...(need.kinds ?? []).flatMap(kindsToRead),
          ...(options.plugin === "auto" ? KINDS_OF_PLUGINS : []),
        ]),
      ],
      roots: base.roots,
      cwd: io.cwd(),
      env: io.env,
      signal: AbortSignal.timeout(timeLimit(options)),
      onProgress: (read) => progress.show(read),
      onMessage: say,
    });
  } finally {
    progress.clear();
  }
}

/** The kinds that names of endpoints name, with what belongs to them: `deployment/web`, `ingress/web`. */
function kindsIn(names: readonly string[]): string[] {
  const words = names.filter((name) => name.includes("/")).flatMap((name) => name.split("/").slice(0, -1));
  const kinds = words.flatMap((word) => kindNamed(word) ?? []);
  return [...new Set(kinds.flatMap(kindsToRead))];
}

/** Which files are read, and how. @throws {UsageError} for options that cannot be read */
export function inputOptions(options: CommandSourceOptions, paths: readonly string[], io: Io): InputOptions {
  const maxFileSize = wholeNumber(options.maxFileSize, "--max-file-size");
  return {
    paths,
    cwd: io.cwd(),
    exclude: options.exclude ?? [],
    ...(options.configured === undefined ? {} : { excludes: options.configured.excludes }),
    followsLinks: options.followSymlinks ?? false,
    readable: options.confinedTo ?? readableFolders(paths, io.cwd()),
    stdin: io.stdin,
    env: io.env,
    stdinName: options.stdinFilename ?? STANDARD_INPUT,
    limits: {
      fileSize: maxFileSize,
      namedJsonSize: Math.max(DEFAULT_LIMITS.namedJsonSize, maxFileSize),
      files: wholeNumber(options.maxFiles, "--max-files"),
      totalSize: wholeNumber(options.maxTotalSize, "--max-total-size"),
    },
  };
}

/**
 * What people call a source.
 * @param clusters the clusters that were read there: they know which context is the current one
 */
export function sourceName({ base, paths }: Sources, clusters: readonly string[] = []): string {
  const files = paths.join(", ");
  if (base === undefined) return files;
  const name = base.type === "snapshot" ? base.path : (clusters[0] ?? contextName(base.name));
  return paths.length === 0 ? name : `${name} with ${files}`;
}

function contextName(name: string | undefined): string {
  return name === undefined ? "the current context" : `context ${name}`;
}
