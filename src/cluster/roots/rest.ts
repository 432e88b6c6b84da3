import { alternativeFiles, shownFileName } from "./alternatives.js";
import { clashingFolders } from "./split-folders.js";
import { commonFolder, foldersTo } from "./shown-paths.js";
import { fileIn } from "./tree-files.js";
import { groupBy } from "../../base/collections/group-by.js";
import { parentOf } from "../../source/kustomize/paths.js";
import { Together, type Unit } from "./unit.js";
import type { RootReason } from "./root.js";
import type { SourceTree } from "./source-tree.js";
import type { Units } from "./units.js";

/** All that is left: files that stand alone, and kustomizations that clash with nothing. */
export async function addRest(
  tree: SourceTree,
  named: ReadonlySet<string>,
  tops: readonly string[],
  units: Units,
): Promise<void> {
  const plain = tree.plain(named);
  const top = commonFolder(plain);
  const all: { readonly path: string; readonly folders: readonly string[]; readonly unit: Unit }[] = [];
  // One after the other: where time runs out, the rest is not read.
  for (const path of plain)
    all.push({
      path,
      folders: top === undefined ? [] : foldersTo(path, top),
      unit: await units.ofInputs(tree.shown.of(parentOf(path)), tree.inputsAt([path])),
    });
  const plainFiles: typeof all = [];
  for (const file of all) {
    const release = releaseOf(file.unit);
    if (release === undefined) plainFiles.push(file);
    else tree.add(release, { code: "chart" }, [joined(release, [file.unit])]);
  }
  const alternatives = alternativeFiles(plainFiles);
  for (const file of plainFiles) {
    const reason = alternatives.get(file.path);
    if (reason === undefined) continue;
    const name = shownFileName(file);
    tree.add(name, reason, [joined(name, [file.unit])]);
  }
  const files = plainFiles.filter(({ path }) => !alternatives.has(path));
  const clashes = clashingFolders(files);
  const byFolder = groupBy(files, ({ folders }) => {
    for (let length = folders.length; length > 0; length--) {
      const path = folders.slice(0, length).join("/");
      if (clashes.has(path)) return path;
    }
    return "";
  });
  for (const [path, own] of byFolder) {
    const clash = clashes.get(path);
    if (clash === undefined || top === undefined) continue;
    const folder = tree.shown.of(`${top === "/" ? "" : top}/${path}`);
    const other =
      clash.other === "" ? tree.shown.of(top) : tree.shown.of(`${top === "/" ? "" : top}/${clash.other}`);
    const reason: RootReason = { code: "clash", object: clash.object, other };
    tree.add(folder, reason, [
      joined(
        folder,
        own.map(({ unit }) => unit),
      ),
    ]);
  }
  const others = tree.inputs.filter((input) => fileIn(input) === undefined && !tree.takenUnread.has(input));
  const further = await units.ofInputs("", others);
  const loose = (byFolder.get("") ?? []).map(({ unit }) => unit);
  const restPaths = [...(byFolder.get("") ?? []).map(({ path }) => path), ...tops];
  const name = restName(tree, restPaths);
  const together = new Together([joined(name, [further, ...loose])]);
  for (const path of tops) {
    const unit = await units.ofKustomization(path);
    const clash = together.clashWith(unit) ?? together.copyOf(unit);
    if (tree.nodes.get(path)?.kustomization.isComponent === true)
      tree.add(unit.name, { code: "component" }, [{ ...unit, isPartial: true }]);
    else if (unit.isPartial === true) tree.add(unit.name, { code: "kustomization" }, [unit]);
    else if (clash === undefined) together.add(unit);
    else tree.add(unit.name, { code: "clash", ...clash }, [unit]);
  }
  const rest = together.units.filter(({ inputs }) => inputs.length > 0);
  if (rest.length > 0 || tree.roots.length === 0) tree.add(name, { code: "rest" }, rest);
}

function restName(tree: SourceTree, paths: readonly string[]): string {
  const folder = commonFolder(paths);
  return folder === undefined ? "." : tree.shown.has(folder) ? tree.shown.of(folder) : ".";
}

/** The chart that a file is a release of. */
function releaseOf({ inputs }: Unit): string | undefined {
  const [input] = inputs;
  const chart = input?.type === "file" ? input.chart : undefined;
  return chart?.isRelease === true ? chart.folder : undefined;
}

function joined(name: string, units: readonly Unit[]): Unit {
  return {
    name,
    inputs: units.flatMap(({ inputs }) => inputs),
    loaders: units.flatMap(({ loaders }) => loaders),
  };
}
