import {
  asUsageError,
  failForFacts,
  loadFromOptions,
  loadInputs,
  metOf,
  type LoadedSources,
} from "./load-sources.js";
import { clusterInputs, kustomizedIn, readTree, SeveralSetsError, type InputTree } from "./tree.js";
import { configuredRoots, failForFactsOf, setsOf } from "./lint-tree.js";
import { count } from "../base/text/count.js";
import { defuse } from "../report/encode.js";
import { incompletenessOf, isComplete } from "../cluster/load/incomplete.js";
import { loadOptions } from "./load-options.js";
import { readSources, type LoadRequest, type Sources } from "./sources.js";
import { rendererOf, withCharts } from "./render.js";
import { sourcesOfSet } from "./sources-of-set.js";
import type { Io } from "./io.js";
import type { Loaded } from "../cluster/load/options.js";
import type { CommandSourceOptions } from "./source-options.js";

/** A cluster that is audited, with what another command is to read for it. */
export interface AuditedSource {
  /** The set of manifests that it is, where the input is several. */
  readonly set: string | undefined;
  readonly loaded: Loaded;
  readonly sources: Sources;
}

/** What is audited, one by one, and all that was read for it. */
export interface AuditedSources extends Pick<LoadedSources, "summary" | "problems" | "met"> {
  readonly all: readonly AuditedSource[];
}

/**
 * Reads what is audited: one cluster, or each of the sets of manifests that cannot be in one.
 * @throws {UsageError} for a path that is not there, or options that cannot be read
 */
export async function loadAudited(
  options: CommandSourceOptions,
  sources: Sources,
  need: LoadRequest,
  io: Io,
): Promise<AuditedSources> {
  if (sources.base !== undefined) return asOne(await loadFromOptions(options, sources, need, io), sources);
  const tree = await treeOf(options, sources, need, io);
  const renderer = rendererOf(options, sources.paths, io);
  try {
    const inputs = await clusterInputs(tree, sources.paths, loadOptions(options, "flows", io), io, renderer);
    const loaded = await loadInputs(inputs, options, "flows", io);
    failForFacts(loaded, options);
    const met = [...tree.inputs, ...tree.fetched].flatMap(metOf);
    return asOne({ ...loaded, met }, sources);
  } catch (error) {
    if (error instanceof SeveralSetsError) return eachSet(tree, options, sources, io);
    throw asUsageError(error);
  }
}

async function treeOf(
  options: CommandSourceOptions,
  sources: Sources,
  need: LoadRequest,
  io: Io,
): Promise<InputTree> {
  try {
    const tree = await readTree((onFetch) => readSources(sources, options, need, io, onFetch));
    return await withCharts(tree, rendererOf(options, sources.paths, io));
  } catch (error) {
    throw asUsageError(error);
  }
}

function asOne(loaded: LoadedSources, sources: Sources): AuditedSources {
  const { summary, problems, met } = loaded;
  return { all: [{ set: undefined, loaded, sources }], summary, problems, met };
}

async function eachSet(
  tree: InputTree,
  options: CommandSourceOptions,
  sources: Sources,
  io: Io,
): Promise<AuditedSources> {
  // Most runs have one cluster.
  const { loadRoots } = await import("../cluster/roots/load-roots.js");
  const render = rendererOf(options, sources.paths, io)?.kustomization;
  const { roots, summary } = await loadRoots(tree.inputs, {
    load: loadOptions(options, "flows", io),
    ...(render === undefined ? {} : { render }),
    ...(tree.fetch === undefined ? {} : { fetch: tree.fetch }),
    configured: configuredRoots(options),
    kustomized: kustomizedIn(sources.paths, io),
  });
  const met = [...tree.inputs, ...tree.fetched].flatMap(metOf);
  const applied = setsOf({ roots }).filter(
    ({ reason }) => reason.code !== "left" && reason.code !== "component",
  );
  const sets = applied.filter(({ loaded }) => hasSomething(loaded));
  if (sets.length < applied.length) {
    const left = count(applied.length - sets.length, "set");
    io.stderr.write(`${defuse(`${left} of manifests without pods or policies left out`)}\n`);
  }
  failForFactsOf(sets, options);
  return {
    all: sets.map((each) => ({
      set: each.name,
      loaded: each.loaded,
      sources: sourcesOfSet(each, sources, { roots, met }),
    })),
    summary,
    problems: roots.flatMap(({ loaded }) => loaded.problems),
    met,
  };
}

/** False for a set of which nothing can be asked: no pods, no policies, and nothing that could not be read. */
function hasSomething(loaded: Loaded): boolean {
  const { workloads, policies } = loaded.cluster;
  return workloads.length > 0 || policies.length > 0 || !isComplete(incompletenessOf(loaded));
}
