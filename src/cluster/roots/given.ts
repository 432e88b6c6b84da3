import { isBelow } from "./shown-paths.js";
import { isIn, type SourceTree } from "./source-tree.js";
import { kustomizationIn } from "../../source/kustomize/in-folder.js";
import type { Unit } from "./unit.js";
import type { Units } from "./units.js";

/** A folder that stands for its kustomization. */
export async function addKustomized(tree: SourceTree, folder: string, units: Units): Promise<void> {
  const own = kustomizationIn(folder, tree.files.at);
  if (own === undefined) return;
  const name = tree.shown.of(folder);
  tree.add(name, { code: "given" }, [await units.ofKustomization(own)]);
  tree.take(own);
  const left = tree.paths.filter((path) => isBelow(path, folder) && !tree.taken.has(path));
  for (const each of [...left, ...tree.nodes.keys()]) if (isBelow(each, folder)) tree.taken.add(each);
  const plain = left.filter((path) => !tree.nodes.has(path));
  if (plain.length > 0)
    tree.add(name, { code: "left" }, [{ name, inputs: tree.inputsAt(plain), loaders: [] }]);
}

/** Folders that the config names as one set: what their kustomizations build, and files that stand alone. */
export async function addConfigured(
  tree: SourceTree,
  folders: readonly string[],
  tops: readonly string[],
  units: Units,
): Promise<void> {
  const all: Unit[] = [];
  for (const folder of folders) {
    const own = kustomizationIn(folder, tree.files.at);
    const kustomizations =
      own === undefined ? tops.filter((top) => isBelow(top, folder) && !tree.taken.has(top)) : [own];
    for (const each of kustomizations) all.push(await units.ofKustomization(each));
    const files = own === undefined ? tree.plain(tree.named(tops)).filter((each) => isIn(each, folder)) : [];
    const others = own === undefined ? tree.unread.filter(({ real }) => isIn(real, folder)) : [];
    for (const { input } of others) tree.takenUnread.add(input);
    const inputs = [...tree.inputsAt(files), ...others.map(({ input }) => input)];
    if (inputs.length > 0) all.push(await units.ofInputs(tree.shown.of(folder), inputs));
    for (const each of [...kustomizations, ...files]) tree.taken.add(each);
  }
  const [first] = folders;
  if (all.length > 0 && first !== undefined)
    tree.add(folders.map((folder) => tree.shown.of(folder)).join(", "), { code: "configured" }, all);
}
