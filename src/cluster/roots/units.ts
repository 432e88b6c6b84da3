import { build, buildGiven, type KustomizeBuild } from "../../source/kustomize/build.js";
import { BuildBudget } from "../../source/kustomize/options.js";
import { folderOf } from "../../base/text/folder-of.js";
import { Loader } from "../load/loader.js";
import { isBelow } from "./shown-paths.js";
import { parentOf } from "../../source/kustomize/paths.js";
import { POLICY_APIS } from "../kinds/policy-table.js";
import { reachedFrom, type KustomizationNode } from "./graph.js";
import type { Kustomization } from "../../source/kustomize/kustomization.js";
import type { Input } from "../load/input.js";
import type { LoadOptions } from "../load/options.js";
import type { RenderKustomization } from "../load/rendered.js";
import type { TreeFiles } from "./tree-files.js";
import type { Unit } from "./unit.js";

/** Makes units of kustomizations and files, and reads them. */
export class Units {
  readonly #options: LoadOptions;
  readonly #files: TreeFiles;
  readonly #nodes: ReadonlyMap<string, KustomizationNode>;
  readonly #inputs: ReadonlyMap<string, Input>;
  readonly #render: RenderKustomization | undefined;
  readonly #budget = new BuildBudget();
  readonly #built = new Map<string, Promise<Unit>>();
  #isLate = false;
  /** Inputs that have been read, by the namespace of objects without one. */
  readonly #read = new Map<string, Map<Input, Promise<Loader>>>();

  /** @param inputs those of files, by their paths */
  constructor(
    options: LoadOptions,
    files: TreeFiles,
    nodes: ReadonlyMap<string, KustomizationNode>,
    inputs: ReadonlyMap<string, Input>,
    render?: RenderKustomization,
  ) {
    this.#options = options;
    this.#files = files;
    this.#nodes = nodes;
    this.#inputs = inputs;
    this.#render = render;
  }

  /** What a kustomization builds; where it is not built here, the files that it names, as they stand. */
  ofKustomization(path: string, namespace = this.#options.namespace): Promise<Unit> {
    const key = JSON.stringify([path, namespace]);
    const known = this.#built.get(key);
    if (known !== undefined) return known;
    const unit = this.#builtOrRendered(path, namespace);
    this.#built.set(key, unit);
    return unit;
  }

  /** What is not built here may be rendered by another program. */
  async #builtOrRendered(path: string, namespace: string): Promise<Unit> {
    const built = build(path, this.#buildOptions());
    const [doubt] = built.doubts;
    if (doubt === undefined || this.#render === undefined) return this.#unit(path, built, [path], namespace);
    const found = this.#files.at(path);
    const name = found.type === "file" ? folderOf(found.file.name) : path;
    const rendered = await this.#render(parentOf(path), name);
    if (rendered.file === undefined)
      return this.#unit(path, { ...built, doubts: [rendered.doubt] }, [path], namespace);
    const inputs: readonly Input[] = [{ type: "file", file: rendered.file, isNamed: true }];
    const unit = await this.ofInputs(name, inputs, namespace);
    return { ...unit, kustomization: path, isRendered: true };
  }

  /**
   * What becomes of a kustomization, or of files, on the way.
   * @param path where the change would stand, were it a kustomization
   */
  ofChanged(
    path: string,
    changes: Kustomization,
    reaches: readonly string[],
    namespace = this.#options.namespace,
  ): Promise<Unit> {
    return this.#unit(path, buildGiven(path, changes, this.#buildOptions()), reaches, namespace);
  }

  /** Files as they stand. */
  async ofInputs(name: string, inputs: readonly Input[], namespace = this.#options.namespace): Promise<Unit> {
    const loaders: Loader[] = [];
    for (const each of inputs) loaders.push(await this.#loader(each, namespace));
    return { name, inputs, loaders };
  }

  async #unit(
    path: string,
    built: KustomizeBuild,
    reaches: readonly string[],
    namespace: string,
  ): Promise<Unit> {
    const found = this.#files.at(reaches[0] ?? path);
    const file = found.type === "file" ? found.file : { name: path, text: "" };
    const name = folderOf(file.name);
    const { objects, doubts } = built;
    const [doubt] = doubts;
    const unbuilt: readonly Input[] =
      doubt === undefined ? [] : [{ type: "unbuilt", file, doubt, content: this.#contentOf(reaches) }];
    const inputs: readonly Input[] = [
      ...unbuilt,
      ...(objects === undefined
        ? await this.#asTheyStand(reaches, unbuilt)
        : [{ type: "built", name: file.name, objects } as const]),
    ];
    const unit = await this.ofInputs(name, inputs, namespace);
    return { ...unit, kustomization: path, ...(doubts.length === 0 ? {} : { isPartial: true }) };
  }

  #buildOptions() {
    return {
      at: this.#files.at,
      namesIn: this.#files.namesIn,
      budget: this.#budget,
      isClusterScoped: (apiVersion: string, kind: string): boolean =>
        POLICY_APIS.some(
          (api) => !api.isNamespaced && api.kind === kind && api.apiVersions.includes(apiVersion),
        ),
    };
  }

  /** The folders of some kustomizations and of all that they use, and files elsewhere that these name. */
  #contentOf(begin: readonly string[]): readonly string[] {
    const reached = [...reachedFrom(begin, this.#nodes)];
    const files = reached.flatMap((path) => [...(this.#nodes.get(path)?.files ?? [])]);
    const folders = reached.map((path) => parentOf(path));
    const isInside = (path: string): boolean => folders.some((folder) => isBelow(path, folder));
    return [...new Set([...folders, ...files])].filter((path) => !isInside(path)).toSorted();
  }

  /** The files that some kustomizations name: objects as they stand, and patches that nothing is made of. */
  async #asTheyStand(begin: readonly string[], [unbuilt]: readonly Input[]): Promise<readonly Input[]> {
    const inputs = new Set<Input>();
    const judged = unbuilt === undefined ? undefined : await this.#options.judge?.(unbuilt);
    // Whoever accepts that it is not built accepts that what it changes stays as it is written.
    const isAccepted = judged?.type === "accepted";
    for (const path of reachedFrom(begin, this.#nodes)) {
      const node = this.#nodes.get(path);
      if (node === undefined) {
        const input = this.#inputs.get(path);
        if (input !== undefined) inputs.add(input);
        continue;
      }
      const { file } = node.kustomization;
      if (!isAccepted)
        inputs.add({ type: "file", file, isNamed: false, isKustomization: true, isTold: true });
      for (const each of node.files) {
        const input = this.#inputs.get(each);
        if (input === undefined || (isAccepted && input.type === "file" && input.patches !== undefined))
          continue;
        inputs.add(input.type === "file" ? { ...input, isTold: true } : input);
      }
    }
    return [...inputs];
  }

  #loader(input: Input, namespace: string): Promise<Loader> {
    const inIt = this.#read.get(namespace) ?? new Map<Input, Promise<Loader>>();
    this.#read.set(namespace, inIt);
    const known = inIt.get(input);
    if (known !== undefined) return known;
    const read = this.#load(input, namespace);
    inIt.set(input, read);
    return read;
  }

  async #load(input: Input, namespace: string): Promise<Loader> {
    const loader = new Loader({ ...this.#options, namespace });
    // That time has run out is told once; what is behind is not read.
    if (this.#isLate) return loader;
    await loader.add(input);
    this.#isLate ||= loader.isLate;
    return loader;
  }
}
