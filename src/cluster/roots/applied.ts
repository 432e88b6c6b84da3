import { foldersMeant } from "./targets.js";
import { groupBy } from "../../base/collections/group-by.js";
import { isBelow } from "./shown-paths.js";
import { isIn, type SourceTree } from "./source-tree.js";
import { kustomizationIn } from "../../source/kustomize/in-folder.js";
import { parentOf } from "../../source/kustomize/paths.js";
import { pointersIn, type Pointer } from "./pointers.js";
import { Together, type Clash, type Unit } from "./unit.js";
import { emptyDocument } from "../../source/manifest/document.js";
import { rootOrigin, type Origin } from "../../source/manifest/origin.js";
import type { Input } from "../load/input.js";
import type { Kustomization } from "../../source/kustomize/kustomization.js";
import type { Units } from "./units.js";

/** A pointer with the file that it stands in, and the folders that it means. */
interface Applied {
  readonly pointer: Pointer;
  readonly from: string;
  readonly folders: readonly string[];
}

/** What objects of Argo CD and Flux apply: a root for each folder that such objects begin in, and each cluster. */
export async function addApplied(tree: SourceTree, units: Units): Promise<void> {
  const applied = tree.inputs.flatMap((input): Applied[] => {
    if (input.type !== "file" || input.real === undefined) return [];
    const from = input.real;
    return pointersIn(input.file).flatMap((pointer) => {
      const folders = foldersMeant(pointer, tree.paths, tree.files);
      return folders.length === 0 ? [] : [{ pointer, from, folders }];
    });
  });
  if (applied.length === 0 || applied.length > MOST_POINTERS) return;
  const holders = new Map(applied.map((each, i) => [each, holdersOf(each, i, applied)]));
  const left = new Set(applied);
  for (const isEntry of [(each: Applied): boolean => holders.get(each)?.length === 0, (): boolean => true]) {
    const entries = [...left].filter(isEntry);
    const begins = groupBy(entries, ({ from, pointer }) => JSON.stringify([parentOf(from), pointer.cluster]));
    for (const group of begins.values()) {
      const reached = new Set(group);
      for (const each of reached)
        for (const other of applied)
          if (other.pointer.cluster === "" && holders.get(other)?.includes(each) === true) reached.add(other);
      for (const each of reached) left.delete(each);
      await addTogether(tree, group, [...reached], units);
    }
  }
}

async function addTogether(
  tree: SourceTree,
  entries: readonly Applied[],
  all: readonly Applied[],
  units: Units,
): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const together = new Together();
  const apart: { readonly unit: Unit; readonly by: string; readonly clash: Clash }[] = [];
  const known = new Set<string>();
  const goneTo = new Set<string>();
  for (const { pointer, folders } of all)
    for (const folder of folders) {
      const { changes, by: object, namespace = "" } = pointer;
      const key = JSON.stringify([folder, changes === undefined ? "" : object, namespace]);
      if (known.has(key)) continue;
      known.add(key);
      const unit = await targetOf(tree, folder, pointer, units);
      if (unit === undefined) continue;
      // What names its own namespace is in both, where a folder goes to two.
      const clash = together.clashWith(unit) ?? (goneTo.has(folder) ? together.copyOf(unit) : undefined);
      goneTo.add(folder);
      if (clash === undefined) together.add(unit);
      else apart.push({ unit, by: pointer.by, clash });
    }
  const { cluster } = first.pointer;
  const [only, ...more] = together.units;
  const folder = tree.shown.of(parentOf(first.from));
  const own = more.length === 0 && only !== undefined ? only.name : folder;
  const name = cluster === "" ? own : `${own} (${cluster})`;
  const by = [...new Set(all.map(({ pointer }) => pointer.by))];
  const apartBy = new Set(apart.map((each) => each.by));
  const whole = all.flatMap(({ pointer }) =>
    pointer.isWhole && !apartBy.has(pointer.by) ? [pointer.by] : [],
  );
  if (only !== undefined) tree.add(name, { code: "applied", by }, together.units, whole);
  for (const each of apart) tree.add(each.unit.name, { code: "applied", by: [each.by] }, [each.unit]);
}

/** What is in a folder that an object has applied. */
async function targetOf(
  tree: SourceTree,
  folder: string,
  pointer: Pointer,
  units: Units,
): Promise<Unit | undefined> {
  const { namespace } = pointer;
  const unit = await unitOf(tree, folder, pointer, units);
  return unit === undefined || namespace === undefined ? unit : { ...unit, namespace };
}

async function unitOf(
  tree: SourceTree,
  folder: string,
  { changes, isDeep, namespace }: Pointer,
  units: Units,
): Promise<Unit | undefined> {
  const kustomization = kustomizationIn(folder, tree.files.at);
  if (kustomization !== undefined) {
    tree.take(kustomization);
    if (changes === undefined) return units.ofKustomization(kustomization, namespace);
    const resources = [{ value: folder, origin: placeIn(changes) }];
    return units.ofChanged(`${folder}/.applied`, { ...changes, resources }, [kustomization], namespace);
  }
  const tops = [...tree.nodes.keys()].filter((path) => isDeep && isBelow(path, folder));
  const outermost = tops.filter(
    (path) => !tops.some((other) => other !== path && isBelow(parentOf(path), parentOf(other))),
  );
  const files = tree.paths.filter((path) => {
    if (tree.nodes.has(path) || !isBelow(path, folder)) return false;
    if (outermost.some((top) => isIn(parentOf(path), parentOf(top)))) return false;
    return (isDeep || parentOf(path) === folder) && isManifest(tree.byPath.get(path));
  });
  for (const each of files) tree.taken.add(each);
  for (const each of outermost) tree.take(each);
  if (files.length + outermost.length === 0) return undefined;
  const name = tree.shown.of(folder);
  if (changes === undefined && outermost.length === 0)
    return units.ofInputs(name, tree.inputsAt(files), namespace);
  const origin = changes === undefined ? undefined : placeIn(changes);
  const parts = await Promise.all(outermost.map((each) => units.ofKustomization(each, namespace)));
  if (changes === undefined || origin === undefined) {
    const plain = await units.ofInputs(name, tree.inputsAt(files), namespace);
    const all = [...parts, plain];
    return {
      name,
      inputs: all.flatMap(({ inputs }) => inputs),
      loaders: all.flatMap(({ loaders }) => loaders),
      ...(all.some(({ isPartial }) => isPartial === true) ? { isPartial: true } : {}),
    };
  }
  const resources = [...files, ...outermost.map(parentOf)].map((value) => ({ value, origin }));
  const path = `${folder}/.applied`;
  const changed = await units.ofChanged(path, { ...changes, resources }, [...outermost, ...files], namespace);
  return { ...changed, name };
}

/** More objects than anybody has: each is held against each. */
const MOST_POINTERS = 3_000;

/** The objects that have the folder applied in which an object is; of two that have one another applied, the first. */
function holdersOf(each: Applied, index: number, all: readonly Applied[]): readonly Applied[] {
  const isHeld = (held: Applied, by: Applied): boolean =>
    by.folders.some((folder) => isIn(parentOf(held.from), folder));
  return all.filter(
    (other, i) => other !== each && isHeld(each, other) && !(index < i && isHeld(other, each)),
  );
}

/** Where what an object has applied would be written. */
function placeIn({ file }: Kustomization): Origin {
  return rootOrigin(emptyDocument(file));
}

/** True for a file that somebody could apply. */
function isManifest(input: Input | undefined): boolean {
  return input?.type === "file" && /^\s*["']?kind["']?\s*:/m.test(input.file.text);
}
