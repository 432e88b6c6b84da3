import { conjunction } from "../report/describe.js";
import { count } from "../base/text/count.js";
import { defuse, encode } from "../report/encode.js";
import { DISK } from "../input/disk.js";
import { isKustomizationInput, type FetchFile } from "../cluster/roots/tree-files.js";
import { asOverlay } from "./sources.js";
import { resolve } from "node:path";
import { shellWord } from "../base/text/shell-word.js";
import { UsageError } from "./exit.js";
import { withMore } from "../base/text/list.js";
import type { Renderer } from "./render.js";
import type { Input } from "../cluster/load/input.js";
import type { Io } from "./io.js";
import type { LoadOptions } from "../cluster/load/options.js";

/** Inputs that were read, and how those are read that they name. */
export interface InputTree {
  readonly inputs: readonly Input[];
  readonly fetch: FetchFile | undefined;
  /** What has been read since, in the same order. */
  readonly fetched: readonly Input[];
}

/** Reads all inputs of a generator that tells how further files are read. */
export async function readTree(
  read: (onFetch: (fetch: FetchFile) => void) => AsyncIterable<Input>,
): Promise<InputTree> {
  const fetched: Input[] = [];
  const inputs: Input[] = [];
  const found: { fetch?: FetchFile } = {};
  const onFetch = (how: FetchFile): void => {
    found.fetch = async (path) => {
      const at = await how(path);
      if (at.type === "file") fetched.push(at.input);
      return at;
    };
  };
  for await (const input of read(onFetch)) inputs.push(input);
  return { inputs, fetch: found.fetch, fetched };
}

/** True where a kustomization is among some inputs. */
export function hasKustomization({ inputs }: InputTree): boolean {
  return inputs.some(isKustomizationInput);
}

/** Several sets of manifests where one cluster is asked for. */
export class SeveralSetsError extends UsageError {}

/** The folders that are named: of those a kustomization stands for what it builds. */
export function kustomizedIn(paths: readonly string[], io: Io): readonly string[] {
  return paths.flatMap((path) => DISK.real(resolve(io.cwd(), path)).value?.replaceAll("\\", "/") ?? []);
}

/** How many roots a message names. */
const NAMED = 6;

/**
 * What a tree holds as one cluster, with its kustomizations built. A path whose folder is a kustomization stands for what that
 * builds and nothing else, as for `kubectl apply -k`.
 * @throws {SeveralSetsError} where it holds several sets of manifests that cannot be in one cluster
 */
export async function clusterInputs(
  tree: InputTree,
  paths: readonly string[],
  load: LoadOptions,
  io: Io,
  renderer?: Pick<Renderer, "kustomization">,
): Promise<readonly Input[]> {
  if (!hasKustomization(tree)) return tree.inputs;
  // Most runs have nothing to build.
  const { asOneCluster } = await import("../cluster/roots/load-roots.js");
  const stored = tree.inputs.filter(isStored);
  const isOverlay = tree.inputs.some((input) => input.type === "file" && input.isOverlay === true);
  const { isLate: _isLate, ...reading } = load;
  const { inputs, roots, clash, left } = await asOneCluster(
    tree.inputs.filter((input) => !isStored(input)),
    {
      load: reading,
      ...(tree.fetch === undefined ? {} : { fetch: tree.fetch }),
      kustomized: kustomizedIn(paths, io),
      ...(renderer === undefined ? {} : { render: renderer.kustomization }),
    },
  );
  if (clash !== undefined) {
    const names = roots.map(({ name }) => encode(name));
    const first = roots.find(({ name }) => name === clash.root) ?? roots[0];
    throw new SeveralSetsError(
      `${count(roots.length, "set")} of manifests that can't be in one cluster: ${withMore(names.slice(0, NAMED), names.length - NAMED)}`,
      `${encode(clash.object)} differs between ${encode(clash.root)} and ${encode(clash.other)}`,
      `name one of them: -f ${shellWord(first?.kustomizations[0] ?? first?.name ?? ".")}; anp lint --roots lists them`,
    );
  }
  if (left > 0) {
    const line = `${count(left, "file")} not part of the kustomization in ${conjunction(paths.map(encode))}: not read`;
    io.stderr.write(`${defuse(line)}\n`);
  }
  const built = isOverlay
    ? inputs.map((input) => (input.type === "built" ? asOverlay(input) : input))
    : inputs;
  return [...stored, ...built];
}

/** True for what a server has stored, which nobody builds. */
function isStored(input: Input): boolean {
  return (
    input.type === "stored" || input.type === "cluster" || (input.type === "file" && input.isStored === true)
  );
}
