import { askAgain } from "./ask-again.js";
import { basesIn, sourceName, sourcesIn, type Base, type Sources } from "./sources.js";
import { failWithoutObjects, loadFromOptions, reportLoading, type LoadedSources } from "./load-sources.js";
import { incompletenessOf, type Incompleteness } from "../cluster/load/incomplete.js";
import { profileOfCluster } from "../semantics/plugins/profile-of.js";
import { readTime } from "../source/flows/time.js";
import { tellPlugin } from "./plugin-option.js";
import { Timeline, type ReplayState } from "../questions/replay/state.js";
import { UsageError } from "./exit.js";
import type { Io } from "./io.js";
import type { ReplayedState } from "../report/replay-report.js";
import type { ReplayOptions } from "./replay-options.js";

/** What records are compared with. */
export interface ReplayStates {
  readonly timeline: Timeline;
  /** In the order of the timeline. */
  readonly shown: readonly ReplayedState[];
  /** What `-f` makes of the last state, beside a snapshot or context. */
  readonly proposed: ReplayState | undefined;
  readonly all: readonly LoadedSources[];
}

/** A state while it is loaded, with what makes another command read it. */
interface LoadedReplayState extends ReplayState {
  readonly loaded: LoadedSources;
  readonly ask: string;
}

/**
 * Loads the states that the options name: one or more snapshots, or a context, or files alone. Files beside a cluster are a change to it.
 * @throws {UsageError}
 */
export async function loadReplayStates(options: ReplayOptions, io: Io): Promise<ReplayStates> {
  const files = options.filename ?? [];
  const bases = basesIn(options, files);
  if (bases.filter(({ type }) => type === "context").length > 0 && bases.length > 1)
    throw new UsageError(
      "a live cluster can't be one of several states",
      "take snapshots of it: anp snapshot --file FILE",
    );
  const isChange = bases.length > 0 && files.length + (options.delete ?? []).length > 0;
  if (bases.length === 0) {
    const sources = sourcesIn(options, files);
    const state = await loadOne(sources, options, io);
    return { ...collected([state]), proposed: undefined };
  }
  const { delete: _deleted, ...ofBase } = options;
  const states: LoadedReplayState[] = [];
  for (const base of bases)
    states.push(await loadOne({ base, paths: [] }, isChange ? ofBase : options, io, bases.length > 1));
  const found = collected(states);
  const last = bases[states.findIndex((each) => each === found.last)];
  if (!isChange || last === undefined) return { ...found, proposed: undefined };
  const proposed = await loadChange(last, files, options, io);
  return { ...found, all: [...found.all, proposed.loaded], proposed };
}

function collected(states: readonly LoadedReplayState[]): Omit<ReplayStates, "proposed"> & {
  readonly last: LoadedReplayState | undefined;
} {
  failForOneTime(states);
  const timeline = new Timeline(states);
  const ordered = timeline.states as readonly LoadedReplayState[];
  return {
    timeline,
    shown: ordered.map(({ name, taken, ask }) => ({ name, taken, ask })),
    all: states.map(({ loaded }) => loaded),
    last: ordered.at(-1),
  };
}

/** Of two states of one time, nothing tells which one a record met. @throws {UsageError} */
function failForOneTime(states: readonly LoadedReplayState[]): void {
  const names = new Map<number | undefined, string>();
  for (const { name, taken } of states) {
    const other = names.get(taken);
    if (other !== undefined)
      throw new UsageError(
        `${other} and ${name} were taken at the same time`,
        "several states are those of one cluster at several times: leave one out",
      );
    names.set(taken, name);
  }
}

async function loadOne(
  sources: Sources,
  options: ReplayOptions,
  io: Io,
  isOneOfSeveral = false,
): Promise<LoadedReplayState> {
  const asked = { ...options, ...(sources.base === undefined ? {} : { filename: [] }) };
  const loaded = await loadFromOptions(asked, sources, { purpose: "flows" }, io);
  reportLoading(loaded, options, io);
  tellPlugin(loaded.cluster, options, io);
  failWithoutObjects(loaded, sources.paths);
  const { taken } = loaded.summary;
  const time = taken === undefined ? liveTime(sources.base) : readTime(taken);
  if (isOneOfSeveral && time === undefined)
    throw new UsageError(
      `${sourceName(sources, loaded.summary.clusters)} doesn't say when it was taken`,
      "several states need their times: take them with anp snapshot",
    );
  return stateOf(loaded, time, sources, asked);
}

function stateOf(
  loaded: LoadedSources,
  taken: number | undefined,
  sources: Sources,
  options: ReplayOptions,
): LoadedReplayState {
  const { cluster, summary } = loaded;
  const name = sourceName(sources, summary.clusters);
  return {
    name,
    cluster,
    profile: profileOfCluster(cluster),
    taken,
    loaded,
    ask: askAgain(sources, options),
  };
}

/** A live cluster is as it is now. */
function liveTime(base: Base | undefined): number | undefined {
  return base?.type === "context" ? Date.now() : undefined;
}

async function loadChange(
  base: Base,
  files: readonly string[],
  options: ReplayOptions,
  io: Io,
): Promise<LoadedReplayState> {
  const sources: Sources = { base, paths: files };
  const loaded = await loadFromOptions(options, sources, { purpose: "flows" }, io);
  return stateOf(loaded, undefined, sources, options);
}

/** What keeps the states from being whole. */
export function statesIncompleteness(
  { all }: Pick<ReplayStates, "all">,
  isGate: boolean,
): readonly Incompleteness[] {
  return all.map((each) => incompletenessOf(each, isGate));
}
