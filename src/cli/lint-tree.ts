import { asUsageError, failForMissing, failWithoutDnsService, metOf, type MetInput } from "./load-sources.js";
import { distinctConditions, type StatedCondition } from "../cluster/problems/condition.js";
import { DISK } from "../input/disk.js";
import { firstLink } from "../input/link-on-the-way.js";
import { resolve } from "node:path";
import { loadOptions } from "./load-options.js";
import { loadRoots, type LoadedRoot } from "../cluster/roots/load-roots.js";
import { load } from "../cluster/load/load.js";
import { rendererOf, withCharts } from "./render.js";
import { readSources, sourceName, type Sources } from "./sources.js";
import { readTree, type InputTree } from "./tree.js";
import { UsageError } from "./exit.js";
import { suppressionsIn } from "../linter/lint/lint-roots.js";
import type { Suppression } from "../cluster/problems/suppression.js";
import type { Io } from "./io.js";
import type { LoadSummary } from "../cluster/load/summary.js";
import type { Problem } from "../cluster/problems/problem.js";
import type { CommandSourceOptions } from "./source-options.js";

/** What `anp lint` has read: the sets of manifests of a tree, or one cluster. */
export interface LintSources {
  readonly roots: readonly LoadedRoot[];
  readonly summary: LoadSummary;
  /** What reading has raised in any of them. */
  readonly problems: readonly Problem[];
  readonly met: readonly MetInput[];
  /** What any of them rests on beside what was read. */
  readonly conditions: readonly StatedCondition[];
  /** What keeps findings from counting, wherever it was read. */
  readonly suppressions: readonly Suppression[];
}

/** Reads what the options name. @throws {UsageError} for a path that is not there */
export async function readLintTree(
  options: CommandSourceOptions,
  sources: Sources,
  io: Io,
): Promise<InputTree> {
  try {
    const tree = await readTree((onFetch) => readSources(sources, options, { purpose: "lint" }, io, onFetch));
    return await withCharts(tree, rendererOf(options, sources.paths, io));
  } catch (error) {
    throw asUsageError(error);
  }
}

/**
 * Cuts what was read into the sets that are applied together, and loads each. Files over a cluster are one set with it.
 * @throws {UsageError} where what the options say about the cluster is true of no set
 */
export async function loadLintRoots(
  tree: InputTree,
  sources: Sources,
  options: CommandSourceOptions,
  io: Io,
): Promise<LintSources> {
  const how = loadOptions(options, "lint", io);
  const render = rendererOf(options, sources.paths, io)?.kustomization;
  const { roots, summary } =
    sources.base === undefined
      ? await loadRoots(tree.inputs, {
          load: how,
          ...(render === undefined ? {} : { render }),
          ...(tree.fetch === undefined ? {} : { fetch: tree.fetch }),
          configured: configuredRoots(options),
        })
      : await asOneRoot();
  failForFactsOf(roots, options);
  return {
    roots,
    summary,
    problems: roots.flatMap(({ loaded }) => loaded.problems),
    suppressions: suppressionsIn(roots),
    conditions: distinctConditions(roots.flatMap(({ loaded }) => loaded.conditions)),
    met: [...tree.inputs, ...tree.fetched].flatMap(metOf),
  };

  async function asOneRoot(): Promise<Pick<LintSources, "roots" | "summary">> {
    const loaded = await load(tree.inputs, how);
    const name = sourceName(sources, loaded.summary.clusters);
    const root: LoadedRoot = {
      name,
      reason: { code: "rest" },
      kustomizations: [],
      namespace: undefined,
      files: [],
      isPartial: false,
      notRendered: [],
      loaded,
    };
    return { roots: [root], summary: loaded.summary };
  }
}

/** The sets of a tree that hold something: what is left of one may not. */
export function setsOf({ roots }: Pick<LintSources, "roots">): readonly LoadedRoot[] {
  return roots.filter(
    ({ reason, loaded: { summary, problems } }) =>
      reason.code !== "rest" || summary.objects.size > 0 || problems.length > 0 || roots.length === 1,
  );
}

/** The names of the sets that hold something. */
export function setNames(sources: Pick<LintSources, "roots">): readonly string[] {
  return setsOf(sources).map(({ name }) => name);
}

/** The folders that the config names as sets, without links. @throws {UsageError} for one that is not there */
export function configuredRoots({ configured }: CommandSourceOptions): readonly (readonly string[])[] {
  if (configured === undefined) return [];
  const { config, folder, isReviewed } = configured;
  return config.roots
    .map((paths) =>
      paths.flatMap((path) => {
        const names = path.split("/").filter((name) => name !== "" && name !== ".");
        const link = firstLink(DISK, folder, names);
        if (link !== undefined)
          throw new UsageError(`${config.file.name}: root ${path} is reached through a symbolic link`);
        const { value } = DISK.real(resolve(folder, ...names));
        // What a revision says may be of a folder that is gone.
        if (value === undefined && isReviewed !== true)
          throw new UsageError(`${config.file.name}: root ${path} is not there`);
        return value === undefined ? [] : [value.replaceAll("\\", "/")];
      }),
    )
    .filter((paths) => paths.length > 0);
}

/** @throws {UsageError} where every set lacks what the options name */
export function failForFactsOf(roots: readonly LoadedRoot[], options: CommandSourceOptions): void {
  let first: UsageError | undefined;
  for (const { loaded } of roots) {
    try {
      failWithoutDnsService(loaded.cluster, options);
      failForMissing(loaded.notDeleted);
      return;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      first ??= error;
    }
  }
  if (first !== undefined) throw first;
}
