import { alternativeFiles, shownFileName } from "./alternatives.js";
import { clashingFolders } from "./split-folders.js";
import { commonFolder, foldersTo, isBelow, ShownFolders } from "./shown-paths.js";
import { fileIn, isKustomizationInput, TreeFiles, type FetchFile } from "./tree-files.js";
import { foldersMeant } from "./targets.js";
import { groupBy } from "../../base/collections/group-by.js";
import { kustomizationGraph, reachedFrom, type KustomizationNode } from "./graph.js";
import { kustomizationIn } from "../../source/kustomize/build.js";
import { parentOf } from "../../source/kustomize/paths.js";
import { pointersIn, type Pointer } from "./pointers.js";
import { Together, type Clash, type Unit } from "./unit.js";
import { Units } from "./units.js";
import { emptyDocument } from "../../source/manifest/document.js";
import { rootOrigin, type Origin } from "../../source/manifest/origin.js";
import type { Kustomization } from "../../source/kustomize/kustomization.js";
import type { Input } from "../load/input.js";
import type { LoadOptions } from "../load/options.js";
import type { RenderKustomization } from "../load/rendered.js";
import type { RootReason } from "./root.js";

/** How a tree is cut. */
export interface CutOptions {
  readonly load: LoadOptions;
  /** Reads bases that are outside of the named paths; without it they are not read. */
  readonly fetch?: FetchFile;
  /** Has kustomizations rendered that are not built here; without it they stay as they are. */
  readonly render?: RenderKustomization;
  /** Folders that are a set together, whatever the tree says: paths of slashes, without links. */
  readonly configured?: readonly (readonly string[])[];
  /** Folders of which those that are a kustomization stand for what that builds alone: other files in them are left out. */
  readonly kustomized?: readonly string[];
}

/** A set of units that are applied together. */
export interface Root {
  readonly name: string;
  readonly reason: RootReason;
  readonly units: readonly Unit[];
}

/** Cuts a tree into the sets of manifests that are applied together, in the order of their names. */
export async function cutIntoRoots(inputs: readonly Input[], options: CutOptions): Promise<readonly Root[]> {
  return new Cutter(inputs, options).cut();
}

/** A pointer with the file that it stands in, and the folders that it means. */
interface Applied {
  readonly pointer: Pointer;
  readonly from: string;
  readonly folders: readonly string[];
}

class Cutter {
  readonly #inputs: readonly Input[];
  readonly #options: CutOptions;
  readonly #files: TreeFiles;
  readonly #paths: readonly string[];
  readonly #byPath = new Map<string, Input>();
  readonly #shown: ShownFolders;
  #nodes: ReadonlyMap<string, KustomizationNode> = new Map();
  /** Paths of files and kustomizations that are part of a root. */
  readonly #taken = new Set<string>();
  /** Inputs without a file that are part of a root. */
  readonly #takenUnread = new Set<Input>();
  readonly #roots: Root[] = [];

  constructor(inputs: readonly Input[], options: CutOptions) {
    this.#inputs = inputs;
    this.#options = options;
    this.#files = new TreeFiles(inputs, options.fetch);
    const known = inputs.flatMap((input) => {
      const file = fileIn(input);
      if (file === undefined) return [];
      this.#byPath.set(file.real, input);
      return [file];
    });
    this.#paths = known.map(({ real }) => real);
    this.#shown = new ShownFolders(known.map(({ real, file: { name } }) => ({ real, name })));
  }

  async cut(): Promise<readonly Root[]> {
    const own = this.#inputs.filter(isKustomizationInput).flatMap((input) => fileIn(input)?.real ?? []);
    this.#nodes = await kustomizationGraph(own, this.#files);
    for (const each of this.#files.further) this.#byPath.set(each.real, each);
    const units = new Units(this.#options.load, this.#files, this.#nodes, this.#byPath, this.#options.render);
    const tops = this.#tops(own);
    for (const each of this.#options.kustomized ?? []) await this.#kustomized(each, units);
    // Of folders in one another, the innermost one counts.
    const depth = (paths: readonly string[]): number =>
      Math.max(...paths.map((path) => path.split("/").length));
    for (const each of (this.#options.configured ?? []).toSorted((a, b) => depth(b) - depth(a)))
      await this.#configured(each, tops, units);
    await this.#applied(units);
    // What a kustomization names is a part of it alone.
    const named = this.#named(tops);
    const left = await this.#variants(
      tops.filter((top) => !this.#taken.has(top)),
      units,
    );
    await this.#rest(named, left, units);
    return this.#roots.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Kustomizations that no other one uses; of those that use one another alone, the first. */
  #tops(own: readonly string[]): readonly string[] {
    const used = new Set(
      [...this.#nodes.values()].flatMap(({ bases, components }) => [...bases, ...components]),
    );
    const tops = own.filter((path) => !used.has(path));
    const reached = new Set(reachedFrom(tops, this.#nodes));
    for (const path of own) {
      if (reached.has(path)) continue;
      tops.push(path);
      for (const each of reachedFrom([path], this.#nodes)) reached.add(each);
    }
    return tops;
  }

  /** All files that are named by kustomizations, and these themselves. */
  #named(tops: readonly string[]): ReadonlySet<string> {
    const named = new Set(reachedFrom(tops, this.#nodes));
    for (const path of named) for (const file of this.#nodes.get(path)?.files ?? []) named.add(file);
    // Whoever names a patch by its path has it read as what it holds.
    const objects = new Set([...this.#nodes.values()].flatMap((node) => [...node.objects]));
    for (const path of named) {
      const input = this.#byPath.get(path);
      if (input?.type === "file" && input.isNamed && !objects.has(path)) named.delete(path);
    }
    return named;
  }

  #add(name: string, reason: RootReason, units: readonly Unit[]): void {
    const taken = new Set(this.#roots.map((root) => root.name));
    let unique = name;
    for (let i = 2; taken.has(unique); i++) unique = `${name} (${i})`;
    this.#roots.push({ name: unique, reason, units });
  }

  /** A folder that stands for its kustomization. */
  async #kustomized(folder: string, units: Units): Promise<void> {
    const own = kustomizationIn(folder, this.#files.at);
    if (own === undefined) return;
    const name = this.#shown.of(folder);
    this.#add(name, { code: "given" }, [await units.ofKustomization(own)]);
    this.#take(own);
    const left = this.#paths.filter((path) => isBelow(path, folder) && !this.#taken.has(path));
    for (const each of [...left, ...this.#nodes.keys()]) if (isBelow(each, folder)) this.#taken.add(each);
    const plain = left.filter((path) => !this.#nodes.has(path));
    if (plain.length > 0)
      this.#add(name, { code: "left" }, [{ name, inputs: this.#inputsAt(plain), loaders: [] }]);
  }

  /** Folders that the config names as one set: what their kustomizations build, and files that stand alone. */
  async #configured(folders: readonly string[], tops: readonly string[], units: Units): Promise<void> {
    const all: Unit[] = [];
    for (const folder of folders) {
      const own = kustomizationIn(folder, this.#files.at);
      const kustomizations =
        own === undefined ? tops.filter((top) => isBelow(top, folder) && !this.#taken.has(top)) : [own];
      for (const each of kustomizations) all.push(await units.ofKustomization(each));
      const files =
        own === undefined ? this.#plain(this.#named(tops)).filter((each) => isIn(each, folder)) : [];
      const others = own === undefined ? this.#unread.filter(({ real }) => isIn(real, folder)) : [];
      for (const { input } of others) this.#takenUnread.add(input);
      const inputs = [...this.#inputsAt(files), ...others.map(({ input }) => input)];
      if (inputs.length > 0) all.push(await units.ofInputs(this.#shown.of(folder), inputs));
      for (const each of [...kustomizations, ...files]) this.#taken.add(each);
    }
    const [first] = folders;
    if (all.length > 0 && first !== undefined)
      this.#add(folders.map((folder) => this.#shown.of(folder)).join(", "), { code: "configured" }, all);
  }

  /** Charts and files that cannot be read, of which it is known where they are. */
  get #unread(): readonly { readonly input: Input; readonly real: string }[] {
    return this.#inputs.flatMap((input) => {
      const isUnread = input.type === "chart" || input.type === "unreadable";
      const real = isUnread ? input.real : undefined;
      return real === undefined || this.#takenUnread.has(input) ? [] : [{ input, real }];
    });
  }

  /** Files of manifests that no kustomization names and no root has. */
  #plain(named: ReadonlySet<string>): readonly string[] {
    return this.#paths.filter((path) => !named.has(path) && !this.#taken.has(path));
  }

  #inputsAt(paths: readonly string[]): readonly Input[] {
    return paths.flatMap((path) => this.#byPath.get(path) ?? []);
  }

  /** What objects of Argo CD and Flux apply: a root for each folder that such objects begin in, and each cluster. */
  async #applied(units: Units): Promise<void> {
    const applied = this.#inputs.flatMap((input): Applied[] => {
      if (input.type !== "file" || input.real === undefined) return [];
      const from = input.real;
      return pointersIn(input.file).flatMap((pointer) => {
        const folders = foldersMeant(pointer, this.#paths, this.#files);
        return folders.length === 0 ? [] : [{ pointer, from, folders }];
      });
    });
    if (applied.length === 0 || applied.length > MOST_POINTERS) return;
    const holders = new Map(applied.map((each, i) => [each, holdersOf(each, i, applied)]));
    const left = new Set(applied);
    for (const isEntry of [
      (each: Applied): boolean => holders.get(each)?.length === 0,
      (): boolean => true,
    ]) {
      const entries = [...left].filter(isEntry);
      const begins = groupBy(entries, ({ from, pointer }) =>
        JSON.stringify([parentOf(from), pointer.cluster]),
      );
      for (const group of begins.values()) {
        const reached = new Set(group);
        for (const each of reached)
          for (const other of applied)
            if (other.pointer.cluster === "" && holders.get(other)?.includes(each) === true)
              reached.add(other);
        for (const each of reached) left.delete(each);
        await this.#appliedTogether(group, [...reached], units);
      }
    }
  }

  async #appliedTogether(entries: readonly Applied[], all: readonly Applied[], units: Units): Promise<void> {
    const [first] = entries;
    if (first === undefined) return;
    const together = new Together();
    const apart: { readonly unit: Unit; readonly by: string; readonly clash: Clash }[] = [];
    const known = new Set<string>();
    for (const { pointer, folders } of all)
      for (const folder of folders) {
        const key = `${folder}\0${pointer.changes === undefined ? "" : pointer.by}`;
        if (known.has(key)) continue;
        known.add(key);
        const unit = await this.#target(folder, pointer, units);
        if (unit === undefined) continue;
        const clash = together.clashWith(unit);
        if (clash === undefined) together.add(unit);
        else apart.push({ unit, by: pointer.by, clash });
      }
    const { cluster } = first.pointer;
    const [only, ...more] = together.units;
    const folder = this.#shown.of(parentOf(first.from));
    const own = more.length === 0 && only !== undefined ? only.name : folder;
    const name = cluster === "" ? own : `${own} (${cluster})`;
    const by = [...new Set(all.map(({ pointer }) => pointer.by))];
    if (only !== undefined) this.#add(name, { code: "applied", by }, together.units);
    for (const each of apart) this.#add(each.unit.name, { code: "applied", by: [each.by] }, [each.unit]);
  }

  /** What is in a folder that an object has applied. */
  async #target(folder: string, { changes, isDeep }: Pointer, units: Units): Promise<Unit | undefined> {
    const kustomization = kustomizationIn(folder, this.#files.at);
    if (kustomization !== undefined) {
      this.#take(kustomization);
      if (changes === undefined) return units.ofKustomization(kustomization);
      const resources = [{ value: folder, origin: placeIn(changes) }];
      return units.ofChanged(`${folder}/.applied`, { ...changes, resources }, [kustomization]);
    }
    const tops = [...this.#nodes.keys()].filter((path) => isDeep && isBelow(path, folder));
    const outermost = tops.filter(
      (path) => !tops.some((other) => other !== path && isBelow(parentOf(path), parentOf(other))),
    );
    const files = this.#paths.filter((path) => {
      if (this.#nodes.has(path) || !isBelow(path, folder)) return false;
      if (outermost.some((top) => isIn(parentOf(path), parentOf(top)))) return false;
      return (isDeep || parentOf(path) === folder) && isManifest(this.#byPath.get(path));
    });
    for (const each of files) this.#taken.add(each);
    for (const each of outermost) this.#take(each);
    if (files.length + outermost.length === 0) return undefined;
    const name = this.#shown.of(folder);
    if (changes === undefined && outermost.length === 0) return units.ofInputs(name, this.#inputsAt(files));
    const origin = changes === undefined ? undefined : placeIn(changes);
    const parts = await Promise.all(outermost.map((each) => units.ofKustomization(each)));
    if (changes === undefined || origin === undefined) {
      const plain = await units.ofInputs(name, this.#inputsAt(files));
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
    const changed = await units.ofChanged(path, { ...changes, resources }, [...outermost, ...files]);
    return { ...changed, name };
  }

  /** Takes a kustomization and all that it names. */
  #take(path: string): void {
    for (const each of reachedFrom([path], this.#nodes)) {
      this.#taken.add(each);
      for (const file of this.#nodes.get(each)?.files ?? []) this.#taken.add(file);
    }
  }

  /**
   * Kustomizations that share a base are several states of one thing: those of one name go together.
   * @returns those that share nothing
   */
  async #variants(tops: readonly string[], units: Units): Promise<readonly string[]> {
    const bases = new Map(
      tops.map((top) => {
        const node = this.#nodes.get(top);
        const reached = reachedFrom(node?.bases ?? [], this.#nodes, (each) => each.bases);
        return [top, reached] as const;
      }),
    );
    const users = groupBy(
      tops.flatMap((top) => [...(bases.get(top) ?? [])].map((base) => ({ top, base }))),
      ({ base }) => base,
    );
    const sharing = new Set(
      [...users.values()].flatMap((each) => (each.length > 1 ? each.map(({ top }) => top) : [])),
    );
    const variants = tops.filter((top) => sharing.has(top));
    for (const group of groupBy(variants, (top) => baseName(parentOf(top))).values()) {
      const together = new Together();
      const used = new Set<string>();
      for (const top of group) {
        const unit = await units.ofKustomization(top);
        const own = bases.get(top) ?? new Set();
        const isApart =
          unit.isPartial === true ||
          [...own].some((base) => used.has(base)) ||
          together.clashWith(unit) !== undefined;
        if (isApart && together.units.length > 0) {
          this.#add(unit.name, { code: "kustomization" }, [unit]);
          continue;
        }
        together.add(unit);
        for (const base of own) used.add(base);
      }
      const [only, ...more] = together.units;
      if (only === undefined) continue;
      const name = more.length === 0 ? only.name : baseName(only.name);
      this.#add(name, { code: "kustomization" }, together.units);
    }
    return tops.filter((top) => !sharing.has(top));
  }

  /** All that is left: files that stand alone, and kustomizations that clash with nothing. */
  async #rest(named: ReadonlySet<string>, tops: readonly string[], units: Units): Promise<void> {
    const plain = this.#plain(named);
    const top = commonFolder(plain);
    const all: { readonly path: string; readonly folders: readonly string[]; readonly unit: Unit }[] = [];
    // One after the other: where time runs out, the rest is not read.
    for (const path of plain)
      all.push({
        path,
        folders: top === undefined ? [] : foldersTo(path, top),
        unit: await units.ofInputs(this.#shown.of(parentOf(path)), this.#inputsAt([path])),
      });
    const alternatives = alternativeFiles(all);
    for (const file of all) {
      const reason = alternatives.get(file.path);
      if (reason === undefined) continue;
      const name = shownFileName(file);
      this.#add(name, reason, [joined(name, [file.unit])]);
    }
    const files = all.filter(({ path }) => !alternatives.has(path));
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
      const folder = this.#shown.of(`${top === "/" ? "" : top}/${path}`);
      const other =
        clash.other === "" ? this.#shown.of(top) : this.#shown.of(`${top === "/" ? "" : top}/${clash.other}`);
      const reason: RootReason = { code: "clash", object: clash.object, other };
      this.#add(folder, reason, [
        joined(
          folder,
          own.map(({ unit }) => unit),
        ),
      ]);
    }
    const others = this.#inputs.filter(
      (input) => fileIn(input) === undefined && !this.#takenUnread.has(input),
    );
    const further = await units.ofInputs("", others);
    const loose = (byFolder.get("") ?? []).map(({ unit }) => unit);
    const restPaths = [...(byFolder.get("") ?? []).map(({ path }) => path), ...tops];
    const name = this.#restName(restPaths);
    const together = new Together([joined(name, [further, ...loose])]);
    for (const path of tops) {
      const unit = await units.ofKustomization(path);
      const clash = together.clashWith(unit) ?? together.copyOf(unit);
      if (this.#nodes.get(path)?.kustomization.isComponent === true)
        this.#add(unit.name, { code: "component" }, [{ ...unit, isPartial: true }]);
      else if (unit.isPartial === true) this.#add(unit.name, { code: "kustomization" }, [unit]);
      else if (clash === undefined) together.add(unit);
      else this.#add(unit.name, { code: "clash", ...clash }, [unit]);
    }
    const rest = together.units.filter(({ inputs }) => inputs.length > 0);
    if (rest.length > 0 || this.#roots.length === 0) this.#add(name, { code: "rest" }, rest);
  }

  #restName(paths: readonly string[]): string {
    const folder = commonFolder(paths);
    return folder === undefined ? "." : this.#shown.has(folder) ? this.#shown.of(folder) : ".";
  }
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

/** True for a folder that is another one, or in it. */
function isIn(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function joined(name: string, units: readonly Unit[]): Unit {
  return {
    name,
    inputs: units.flatMap(({ inputs }) => inputs),
    loaders: units.flatMap(({ loaders }) => loaders),
  };
}

/** True for a file that somebody could apply. */
function isManifest(input: Input | undefined): boolean {
  return input?.type === "file" && /^\s*["']?kind["']?\s*:/m.test(input.file.text);
}
