import {
  builtTree,
  failForMissing,
  failWithoutDnsService,
  failWithoutObjects,
  loadInputs,
  loadTree,
  type LoadedSources,
  type TreeRequest,
} from "./load-sources.js";
import {
  asOverlay,
  inputOptions,
  readSources,
  sourceName,
  type LoadRequest,
  type Sources,
} from "./sources.js";
import { defuse, encode } from "../report/encode.js";
import { contentAt } from "./acceptances.js";
import { timeLimit } from "./limits.js";
import { GitError } from "../input/git-error.js";
import { readGitInputs } from "../input/git.js";
import { readInputs } from "../input/inputs.js";
import { TwinItems } from "../source/manifest/twin-items.js";
import { UsageError } from "./exit.js";
import type { FetchedAt, FetchFile } from "../cluster/roots/tree-files.js";
import type { Input } from "../cluster/load/input.js";
import type { Io } from "./io.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { States } from "./diff-options.js";

/** One of two states, with what people call it. */
export interface LoadedState {
  readonly name: string;
  readonly loaded: LoadedSources;
}

/** Both states of a comparison. */
export interface LoadedStates {
  readonly before: LoadedState;
  readonly after: LoadedState;
}

/** Loads both states. @throws {UsageError} for what is not there, and for a state without any object that should have some */
export async function loadStates(
  states: States,
  options: CommandSourceOptions,
  io: Io,
): Promise<LoadedStates> {
  const both = await loadForm(states, options, io);
  failWithoutDnsService(both.after.loaded.cluster, options);
  return both;
}

function loadForm(states: States, options: CommandSourceOptions, io: Io): Promise<LoadedStates> {
  switch (states.form) {
    case "two":
      return loadTwo(states, options, io);
    case "overlay":
      return loadOverlay(states, options, io);
    case "git":
      return loadRevision(states, options, io);
  }
}

async function loadTwo(
  { before, after }: Extract<States, { form: "two" }>,
  options: CommandSourceOptions,
  io: Io,
): Promise<LoadedStates> {
  const twins = new TwinItems();
  const loaded = async (sources: Sources): Promise<LoadedState> => {
    const all = await loadTree(
      (onFetch) => readSources(sources, options, NEED, io, onFetch),
      { options, paths: sources.paths, twins },
      "flows",
      io,
    );
    twins.nextState();
    return { name: sourceName(sources, all.summary.clusters), loaded: all };
  };
  const both = { before: await loaded(before), after: await loaded(after) };
  failWithoutObjects(both.before.loaded, before.paths);
  failWithoutObjects(both.after.loaded, after.paths);
  return both;
}

const NEED: LoadRequest = { purpose: "flows" };

/** The base is read once: it may be standard input, and a live cluster changes. */
async function loadOverlay(
  { base, overlay }: Extract<States, { form: "overlay" }>,
  options: CommandSourceOptions,
  io: Io,
): Promise<LoadedStates> {
  const { delete: deleted = [], ...ofBase } = options;
  const below = await inputsOf(base, options, io);
  const above = (await inputsOf({ base: undefined, paths: overlay }, options, io)).map(asOverlay);
  const before = await loadInputs(below, ofBase, "flows", io);
  const after = await loadInputs([...below, ...above], options, "flows", io);
  failWithoutObjects(before, base.paths);
  failForMissing(after.notDeleted);
  const addsNothing =
    objectsIn(after) === objectsIn(before) && after.problems.length === before.problems.length;
  if (overlay.length > 0 && addsNothing)
    throw new UsageError(`no manifests in ${overlay.join(", ")}`, "-f names the objects to add");
  const name = sourceName(base, before.summary.clusters);
  return {
    before: { name, loaded: before },
    after: { name: changedName(name, overlay, deleted), loaded: after },
  };
}

function changedName(name: string, overlay: readonly string[], deleted: readonly string[]): string {
  const added = overlay.length === 0 ? "" : ` with ${overlay.join(", ")}`;
  return `${name}${added}${deleted.length === 0 ? "" : ` without ${deleted.join(", ")}`}`;
}

async function inputsOf(sources: Sources, options: CommandSourceOptions, io: Io): Promise<readonly Input[]> {
  const { inputs } = await builtTree(
    (onFetch) => readSources(sources, options, NEED, io, onFetch),
    { options, paths: sources.paths },
    "flows",
    io,
  );
  return inputs;
}

function objectsIn({ summary }: LoadedSources): number {
  return [...summary.objects.values()].reduce((sum, count) => sum + count, 0);
}

/** The paths at a revision and as they are now; one that is missing in one of the two is empty there. */
async function loadRevision(
  { revision, paths }: Extract<States, { form: "git" }>,
  options: CommandSourceOptions,
  io: Io,
): Promise<LoadedStates> {
  const missingBefore = new Set<string>();
  const missingAfter = new Set<string>();
  const asked = inputOptions(options, paths, io);
  const twins = new TwinItems();
  const request = { options, paths, twins };
  const committed = (onFetch: (fetch: FetchFile) => void): AsyncIterable<Input> => {
    const inputs = readGitInputs({
      ...asked,
      revision,
      env: io.env,
      signal: AbortSignal.timeout(timeLimit(options)),
      onMissing: (path) => void missingBefore.add(path),
      onFetch: (fetch) => onFetch(async (path) => atRevision(await fetch(path), `${revision}:`)),
    });
    return named(inputs, `${revision}:`);
  };
  const before = await loadCommitted(
    committed,
    { ...request, content: contentAt(revision, options, io, `${revision}:`) },
    io,
  );
  twins.nextState();
  const after = await loadTree(
    (onFetch) => readInputs({ ...asked, onFetch, onMissing: (path) => void missingAfter.add(path) }),
    request,
    "flows",
    io,
  );
  const nowhere = [...missingBefore].find((path) => missingAfter.has(path));
  if (nowhere !== undefined)
    throw new UsageError(
      `file not found: ${nowhere}, neither at ${revision} nor now`,
      "paths are relative to the current folder",
    );
  if (objectsIn(before) === 0) failWithoutObjects(after, paths);
  // A path that was renamed is no mistake, but none of its flows is compared.
  for (const path of missingBefore) noteMissing(`${path} is not at ${revision}: all of it is new`, io);
  for (const path of missingAfter) noteMissing(`${path} is only at ${revision}: all of it is gone`, io);
  return {
    before: { name: revision, loaded: before },
    after: { name: "the working tree", loaded: after },
  };
}

function noteMissing(text: string, io: Io): void {
  io.stderr.write(`note: ${defuse(encode(text))}\n`);
}

async function loadCommitted(
  read: (onFetch: (fetch: FetchFile) => void) => AsyncIterable<Input>,
  request: TreeRequest,
  io: Io,
): Promise<LoadedSources> {
  try {
    return await loadTree(read, request, "flows", io);
  } catch (error) {
    throw error instanceof GitError ? new UsageError(error.message, ...error.hints) : error;
  }
}

/** A file that was fetched, under a name that says where it comes from. */
function atRevision(at: FetchedAt, prefix: string): FetchedAt {
  if (at.type !== "file") return at;
  const { file } = at.input;
  return { type: "file", input: { ...at.input, file: { ...file, name: prefix + file.name } } };
}

/** Inputs under names that say where they come from. */
async function* named(inputs: AsyncIterable<Input>, prefix: string): AsyncGenerator<Input> {
  for await (const input of inputs) {
    if (input.type === "unbuilt") yield input;
    else if (input.type === "file")
      yield { ...input, file: { ...input.file, name: prefix + input.file.name } };
    else if (input.type === "other" && input.kustomization !== undefined) {
      const { file } = input.kustomization;
      const renamed = { ...input.kustomization, file: { ...file, name: prefix + file.name } };
      yield { ...input, name: prefix + input.name, kustomization: renamed };
    } else yield { ...input, name: prefix + input.name };
  }
}
