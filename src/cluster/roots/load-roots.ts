import { cutIntoRoots, type CutOptions } from "./cut.js";
import type { Root } from "./source-tree.js";
import { Loader } from "../load/loader.js";
import { pathOf, pointer } from "../../source/manifest/origin.js";
import { textOf, field } from "../../source/manifest/node.js";
import { Together } from "./unit.js";
import type { BuildDoubt } from "../../source/kustomize/unbuildable.js";
import type { Document } from "../../source/manifest/document.js";
import type { Input } from "../load/input.js";
import type { Loaded, LoadOptions } from "../load/options.js";
import type { LoadSummary } from "../load/summary.js";
import type { RootReason } from "./root.js";

/** A set of manifests that are applied together, as it was read. */
export interface LoadedRoot {
  readonly name: string;
  readonly reason: RootReason;
  /** The folders of the kustomizations that it is made of. */
  readonly kustomizations: readonly string[];
  /** Its files that stand alone, by their names; the folders of its charts. */
  readonly files: readonly string[];
  /** The namespace of its objects that name none, where an object of Argo CD says it and all of it agrees. */
  readonly namespace: string | undefined;
  /** True where one of them is not built here: what it applies is not known. */
  readonly isPartial: boolean;
  /** Kustomizations of it that are not built, or not all of them. */
  readonly notRendered: readonly { readonly file: string; readonly doubt: BuildDoubt }[];
  readonly loaded: Loaded;
}

/** All sets of a tree. */
export interface LoadedRoots {
  readonly roots: readonly LoadedRoot[];
  /** What was read, each file and object once. */
  readonly summary: LoadSummary;
}

/** Cuts a tree into the sets of manifests that are applied together, and puts each together. */
export async function loadRoots(inputs: readonly Input[], options: CutOptions): Promise<LoadedRoots> {
  const roots = await cutIntoRoots(inputs, options);
  return {
    roots: roots.map(({ name, reason, units, applied }) => ({
      name,
      reason,
      kustomizations: kustomizationsOf(units),
      files: units.flatMap(({ kustomization, inputs: own }) =>
        own.flatMap((input) =>
          kustomization === undefined && input.type === "file"
            ? [input.chart?.folder ?? input.file.name]
            : [],
        ),
      ),
      namespace: namespaceOf(units),
      isPartial: units.some(({ isPartial }) => isPartial === true),
      notRendered: units.flatMap(({ inputs }) =>
        inputs.flatMap((input) =>
          input.type === "unbuilt" ? [{ file: input.file.name, doubt: input.doubt }] : [],
        ),
      ),
      loaded: withoutApplied(
        oneOf(
          units.flatMap(({ loaders }) => loaders),
          options.load,
        ).finish(),
        applied,
      ),
    })),
    summary: summaryOf(roots, options.load),
  };
}

function namespaceOf(units: Root["units"]): string | undefined {
  const [first, ...others] = new Set(units.map(({ namespace }) => namespace));
  return others.length === 0 ? first : undefined;
}

/** What is read, without pods that objects would make of manifests which are read themselves. */
function withoutApplied(loaded: Loaded, applied: readonly string[] = []): Loaded {
  if (applied.length === 0) return loaded;
  const known = new Set(applied);
  const madePods = loaded.cluster.madePods.filter(({ by }) => !known.has(by));
  return { ...loaded, cluster: { ...loaded.cluster, madePods } };
}

/** Sets of a tree that cannot be in one cluster: an object that two of them have, and differently. */
export interface ClashingRoots {
  readonly object: string;
  readonly root: string;
  readonly other: string;
}

/** All sets of a tree as one cluster. */
export interface OneCluster {
  readonly roots: readonly { readonly name: string; readonly kustomizations: readonly string[] }[];
  /** What is read of it, where nothing clashes. */
  readonly inputs: readonly Input[];
  readonly clash: ClashingRoots | undefined;
  /** How many files are left out: beside a kustomization that is named, and not part of it. */
  readonly left: number;
}

/**
 * Puts the sets of a tree together. Files that clash are as they are, for whoever reads them; kustomizations that clash are several
 * states of one cluster.
 */
export async function asOneCluster(inputs: readonly Input[], options: CutOptions): Promise<OneCluster> {
  const all = await cutIntoRoots(inputs, options);
  const roots = all.filter(({ reason }) => reason.code !== "left" && reason.code !== "component");
  const together = new Together();
  let clash: ClashingRoots | undefined;
  for (const { name, units } of roots)
    for (const unit of units) {
      const found =
        unit.kustomization === undefined && !together.hasKustomization ? undefined : together.clashWith(unit);
      clash ??= found === undefined ? undefined : { object: found.object, other: found.other, root: name };
      together.add(unit);
    }
  const left = all.filter(({ reason }) => reason.code === "left").flatMap(({ units }) => units);
  return {
    roots: roots.map(({ name, units }) => ({ name, kustomizations: kustomizationsOf(units) })),
    inputs: [...new Set(roots.flatMap(({ units }) => units.flatMap((unit) => unit.inputs)))],
    clash,
    left: left.flatMap((unit) => unit.inputs).filter(({ type }) => type === "file").length,
  };
}

function kustomizationsOf(units: Root["units"]): readonly string[] {
  return units.flatMap((unit) => (unit.kustomization === undefined ? [] : [unit.name]));
}

function oneOf(loaders: readonly Loader[], options: LoadOptions): Loader {
  const all = new Loader(options);
  for (const each of new Set(loaders)) all.addAllOf(each);
  return all;
}

/** What was read: what several sets have counts once, as do the copies that kustomizations make of an object. */
function summaryOf(roots: readonly Root[], options: LoadOptions): LoadSummary {
  const units = roots.flatMap((root) => root.units);
  const plain = new Set(
    units.flatMap(({ kustomization, isRendered, loaders }) =>
      kustomization === undefined || isRendered === true ? loaders : [],
    ),
  );
  const { summary } = oneOf([...plain], options);
  const objects = new Map(summary.objects);
  const files = new Set<string>();
  const documents = new Set<Document>();
  const known = new Set<string>();
  const ids = new Map<Document, number>();
  for (const { inputs } of units)
    for (const input of inputs) {
      if (input.type !== "built") continue;
      for (const node of input.objects) {
        const { document } = node.origin;
        const id = ids.get(document) ?? ids.size;
        ids.set(document, id);
        files.add(document.file.name);
        documents.add(document);
        const key = `${id} ${pointer(pathOf(node.origin))}`;
        const kind = textOf(field(node, "kind")) ?? "";
        if (known.has(key)) continue;
        known.add(key);
        objects.set(kind, (objects.get(kind) ?? 0) + 1);
      }
    }
  const partial = oneOf(
    units.flatMap(({ isPartial, inputs, loaders }) =>
      isPartial === true && inputs.every(({ type }) => type !== "built") ? loaders : [],
    ),
    options,
  ).summary;
  for (const [kind, count] of partial.objects) objects.set(kind, (objects.get(kind) ?? 0) + count);
  return {
    clusters: [],
    files: summary.files + files.size + partial.files,
    documents: summary.documents + documents.size + partial.documents,
    objects: new Map([...objects].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    other: [...summary.other, ...partial.other],
  };
}
