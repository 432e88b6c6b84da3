import { fileIn, TreeFiles, type FetchFile } from "./tree-files.js";
import { isBelow, ShownFolders } from "./shown-paths.js";
import { reachedFrom, type KustomizationNode } from "./graph.js";
import type { Input } from "../load/input.js";
import type { RootReason } from "./root.js";
import type { Unit } from "./unit.js";

/** A set of units that are applied together. */
export interface Root {
  readonly name: string;
  readonly reason: RootReason;
  readonly units: readonly Unit[];
  /** The objects of Argo CD and Flux all of whose manifests are among those of the root. */
  readonly applied?: readonly string[];
}

/** A tree that is being cut: its files, and what the steps have taken from it so far. */
export class SourceTree {
  readonly inputs: readonly Input[];
  readonly files: TreeFiles;
  readonly paths: readonly string[];
  readonly byPath = new Map<string, Input>();
  readonly shown: ShownFolders;
  nodes: ReadonlyMap<string, KustomizationNode> = new Map();
  readonly taken = new Set<string>();
  /** Inputs without a file that are part of a root. */
  readonly takenUnread = new Set<Input>();
  readonly roots: Root[] = [];

  constructor(inputs: readonly Input[], fetch: FetchFile | undefined) {
    this.inputs = inputs;
    this.files = new TreeFiles(inputs, fetch);
    const known = inputs.flatMap((input) => {
      const file = fileIn(input);
      if (file === undefined) return [];
      this.byPath.set(file.real, input);
      return [file];
    });
    this.paths = known.map(({ real }) => real);
    this.shown = new ShownFolders(known.map(({ real, file: { name } }) => ({ real, name })));
  }

  /** Kustomizations that no other one uses; of those that use one another alone, the first. */
  tops(own: readonly string[]): readonly string[] {
    const used = new Set(
      [...this.nodes.values()].flatMap(({ bases, components }) => [...bases, ...components]),
    );
    const tops = own.filter((path) => !used.has(path));
    const reached = new Set(reachedFrom(tops, this.nodes));
    for (const path of own) {
      if (reached.has(path)) continue;
      tops.push(path);
      for (const each of reachedFrom([path], this.nodes)) reached.add(each);
    }
    return tops;
  }

  /** All files that are named by kustomizations, and these themselves. */
  named(tops: readonly string[]): ReadonlySet<string> {
    const named = new Set(reachedFrom(tops, this.nodes));
    for (const path of named) for (const file of this.nodes.get(path)?.files ?? []) named.add(file);
    // Whoever names a patch by its path has it read as what it holds.
    const objects = new Set([...this.nodes.values()].flatMap((node) => [...node.objects]));
    for (const path of named) {
      const input = this.byPath.get(path);
      if (input?.type === "file" && input.isNamed && !objects.has(path)) named.delete(path);
    }
    return named;
  }

  add(name: string, reason: RootReason, units: readonly Unit[], applied?: readonly string[]): void {
    const taken = new Set(this.roots.map((root) => root.name));
    let unique = name;
    for (let i = 2; taken.has(unique); i++) unique = `${name} (${i})`;
    this.roots.push({ name: unique, reason, units, ...(applied === undefined ? {} : { applied }) });
  }

  /** Charts and files that cannot be read, of which it is known where they are. */
  get unread(): readonly { readonly input: Input; readonly real: string }[] {
    return this.inputs.flatMap((input) => {
      const isUnread = input.type === "chart" || input.type === "unreadable";
      const real = isUnread ? input.real : undefined;
      return real === undefined || this.takenUnread.has(input) ? [] : [{ input, real }];
    });
  }

  /** Files of manifests that no kustomization names and no root has. */
  plain(named: ReadonlySet<string>): readonly string[] {
    return this.paths.filter((path) => !named.has(path) && !this.taken.has(path));
  }

  inputsAt(paths: readonly string[]): readonly Input[] {
    return paths.flatMap((path) => this.byPath.get(path) ?? []);
  }

  /** Takes a kustomization and all that it names. */
  take(path: string): void {
    for (const each of reachedFrom([path], this.nodes)) {
      this.taken.add(each);
      for (const file of this.nodes.get(each)?.files ?? []) this.taken.add(file);
    }
  }
}

/** True for a folder that is another one, or in it. */
export function isIn(path: string, folder: string): boolean {
  return path === folder || isBelow(path, folder);
}
