import { Loader } from "./loader.js";
import { ObjectReader, type NamedObject } from "./read-objects.js";
import { faultsIn, Reviser } from "./revise.js";
import type { DeletedObject } from "./deleted.js";
import { StoredClusters } from "./stored-clusters.js";
import type { Input } from "./input.js";
import type { LoadOptions, Loaded } from "./options.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** Reads inputs one after the other, in their order, and puts the cluster together. */
export async function load(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: LoadOptions,
): Promise<Loaded> {
  const loader = new Loader(options);
  for await (const input of inputs) {
    await loader.add(input);
    if (loader.isLate) break;
  }
  return loader.finish();
}

/** An input that has been loaded, and can be loaded again with other texts in the place of some files. */
export interface Reloadable {
  readonly loaded: Loaded;
  /**
   * Reads nothing anew but what is replaced. What is no file of the input, as the text of an object that a server has
   * stored or a new manifest, is laid over the rest: a server would have to accept it.
   * @param deleted further objects to leave out
   */
  readonly reload: (
    replaced: ReadonlyMap<SourceFile, SourceFile>,
    deleted?: readonly DeletedObject[],
  ) => Promise<Loaded>;
  /** Answers what single objects would change, without reading the rest again; made when it is first asked for. */
  readonly reviser: () => Reviser;
}

/** Reads inputs as {@link load} does, and holds what each of them tells. */
export async function loadToReload(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: LoadOptions,
): Promise<Reloadable> {
  const held: { readonly input: Input; readonly loader: Loader }[] = [];
  const before = new StoredClusters();
  for await (const input of inputs) {
    const loader = await loaderOf(input, options, before);
    before.addAllOf(loader.clusters);
    held.push({ input, loader });
    if (loader.isLate) break;
  }
  const together = (loaders: readonly Loader[], deleted: readonly DeletedObject[] = []): Loaded => {
    const all = new Loader({ ...options, deleted: [...(options.deleted ?? []), ...deleted] });
    for (const each of loaders) all.addAllOf(each);
    return all.finish();
  };
  const { isLate: _ofTheFirstTime, ...ofOthers } = options;
  const loaded = together(held.map(({ loader }) => loader));
  let reviser: Reviser | undefined;
  return {
    loaded,
    reviser: () => {
      reviser ??= reviserOf(
        loaded,
        held.map(({ loader }) => loader),
        ofOthers,
        before,
      );
      return reviser;
    },
    reload: async (replaced, deleted) => {
      const loaders = held.map(({ input, loader }) => {
        const file = input.type === "file" ? replaced.get(input.file) : undefined;
        return file === undefined ? loader : loaderOf({ ...input, file } as Input, ofOthers, before);
      });
      const known = new Set(held.map(({ input }) => (input.type === "file" ? input.file : undefined)));
      const laidOver = [...replaced].flatMap(([original, file]) =>
        known.has(original)
          ? []
          : [loaderOf({ type: "file", file, isNamed: true, isOverlay: true }, ofOthers, before)],
      );
      return together(await Promise.all([...loaders, ...laidOver]), deleted);
    },
  };
}

/** @param before what the inputs before this one tell of their clusters, which is not told again */
async function loaderOf(input: Input, options: LoadOptions, before: StoredClusters): Promise<Loader> {
  const loader = new Loader(options, before);
  await loader.add(input);
  return loader;
}

/** @param before what the input tells of its clusters */
function reviserOf(
  loaded: Loaded,
  loaders: readonly Loader[],
  options: LoadOptions,
  before: StoredClusters,
): Reviser {
  const all = new Loader(options);
  for (const each of loaders) all.addAllOf(each);
  return new Reviser(
    {
      cluster: loaded.cluster,
      read: all.read,
      readOne: async (raw, from) => {
        const reader = new ObjectReader(options, before);
        if (raw.apiVersion !== undefined && raw.kind !== undefined)
          await reader.add(raw as NamedObject, true, from);
        return reader.read;
      },
      readText: async (file, isOverlay) => {
        const loader = await loaderOf(
          { type: "file", file, isNamed: true, ...(isOverlay ? { isOverlay } : {}) },
          options,
          before,
        );
        const { cluster, problems } = loader.finish();
        return { read: loader.read, faults: faultsIn({ cluster, problems }) };
      },
      together: (read) => {
        const loader = new Loader(options);
        loader.addAllOf(all);
        const { cluster, problems } = loader.finish(read);
        return { cluster, faults: faultsIn({ cluster, problems }) };
      },
    },
    faultsIn(loaded),
  );
}
