import { findProgram } from "../input/find-program.js";
import { GROUPS } from "./option-groups.js";
import { inputOptions } from "./sources.js";
import { NEWEST_SERVER } from "../cluster/admission/request.js";
import { namesBelow } from "../input/path-names.js";
import { ON_DISK, type ContentSource } from "./acceptances.js";
import { realpathSync } from "node:fs";
import type { RenderProgram, Rendering } from "../input/render/render.js";
import { timeLimit } from "./limits.js";
import { UsageError } from "./exit.js";
import type { Command } from "commander";
import type { CommandSourceOptions } from "./source-options.js";
import type { Input } from "../cluster/load/input.js";
import type { InputTree } from "./tree.js";
import type { Io } from "./io.js";
import type { Rendered, RenderKustomization } from "../cluster/load/rendered.js";

/** Lets a command have charts and kustomizations rendered: nothing else can ask for that. */
export function addRenderOption(command: Command): Command {
  return command
    .optionsGroup(GROUPS.sources)
    .option(
      "--render",
      "run your helm and kustomize on copies of charts and kustomizations that anp can't read",
    );
}

/** Renders what a run reads, with the programs of whoever started it. */
export class Renderer {
  readonly #options: CommandSourceOptions;
  readonly #paths: readonly string[];
  readonly #io: Io;
  readonly #content: ContentSource;
  readonly #known = new Map<string, Promise<Rendered>>();

  constructor(options: CommandSourceOptions, paths: readonly string[], io: Io, content: ContentSource) {
    this.#options = options;
    this.#paths = paths;
    this.#io = io;
    this.#content = content;
  }

  readonly kustomization: RenderKustomization = (real, shown) => {
    const known = this.#known.get(real);
    if (known !== undefined) return known;
    const root = this.#roots.find((each) => namesBelow(each, real) !== undefined) ?? real;
    const rendered = this.#with(this.#kustomize, async (rendering) => {
      const { renderKustomization } = await import("../input/render/render.js");
      return renderKustomization({ real, shown, root }, rendering);
    });
    this.#known.set(real, rendered);
    return rendered;
  };

  /** What a chart comes to; itself where it is not rendered. */
  async chart(input: Extract<Input, { readonly type: "chart" }>): Promise<Input> {
    const { name: shown, real } = input;
    const { namespace, kubernetesVersion } = this.#options;
    const options = [
      ...(namespace === undefined ? [] : ["--namespace", namespace]),
      // Without it, helm takes a version for the cluster's that depends on how helm was built.
      "--kube-version",
      kubernetesVersion ?? NEWEST_SERVER.join("."),
    ];
    const result = await this.#with(this.#helm, async (rendering) => {
      const { renderChart } = await import("../input/render/render.js");
      return renderChart({ real, shown }, options, rendering);
    });
    // What other charts use alone renders nothing.
    if (result === "library") return { type: "other", name: shown, reason: "chart" };
    if (result.file === undefined) return { ...input, notRendered: result.doubt };
    // It belongs to the chart's folder, and is none of its files.
    const chart = { folder: shown, isRelease: namespace === undefined };
    return { type: "file", file: result.file, isNamed: true, real: `${real}/(rendered)`, chart };
  }

  #with<T>(program: () => RenderProgram, render: (rendering: Rendering) => Promise<T>): Promise<T> {
    const found = program();
    const { fileSize } = inputOptions(this.#options, [], this.#io).limits;
    const limits = { milliseconds: MOST_MILLISECONDS, memory: MOST_MEMORY, output: fileSize };
    const signal = AbortSignal.timeout(timeLimit(this.#options));
    return this.#content.withSource((source) =>
      render({ source, program: found, limits, env: this.#io.env, signal }),
    );
  }

  get #roots(): readonly string[] {
    return inputOptions(this.#options, this.#paths, this.#io).readable ?? [];
  }

  readonly #helm = (): RenderProgram => {
    const path = this.#find("helm");
    if (path !== undefined) return { path, name: "helm template", args: ["template"] };
    throw new UsageError(
      "--render needs helm on PATH for charts, outside of the tree that is read",
      "install helm, or leave --render out and pass what it renders: helm template CHART | anp lint -",
    );
  };

  readonly #kustomize = (): RenderProgram => {
    const own = this.#find("kustomize");
    if (own !== undefined) return { path: own, name: "kustomize build", args: ["build"] };
    const kubectl = this.#find("kubectl");
    if (kubectl !== undefined) return { path: kubectl, name: "kubectl kustomize", args: ["kustomize"] };
    throw new UsageError(
      "--render needs kustomize or kubectl on PATH for kustomizations, outside of the tree that is read",
      "install one of them, or leave --render out and pass what it renders: kubectl kustomize FOLDER | anp lint -",
    );
  };

  /** A program that does not come with what is read: whoever wrote that may have put it there. */
  #find(name: string): string | undefined {
    const roots = this.#roots;
    return findProgram(name, this.#io.cwd(), this.#io.env, (path) => {
      const real = realpathSync(path);
      return roots.every(
        (root) => namesBelow(root, real) === undefined && namesBelow(root, path) === undefined,
      );
    });
  }
}

const MOST_MILLISECONDS = 30_000;
const MOST_MEMORY = 4_000_000_000;

/** What renders in a run; undefined where nobody asks for that. */
export function rendererOf(
  options: CommandSourceOptions,
  paths: readonly string[],
  io: Io,
  content: ContentSource = options.content ?? ON_DISK,
): Renderer | undefined {
  return options.render === true ? new Renderer(options, paths, io, content) : undefined;
}

/** A tree with its charts rendered. */
export async function withCharts(tree: InputTree, renderer: Renderer | undefined): Promise<InputTree> {
  if (renderer === undefined) return tree;
  const inputs: Input[] = [];
  for (const each of tree.inputs) inputs.push(each.type === "chart" ? await renderer.chart(each) : each);
  return { ...tree, inputs };
}

/** @throws {UsageError} where --render would run programs for something that is not a call of a person */
export function failForRender(
  { render, stdinFilename }: CommandSourceOptions,
  others: readonly string[],
): void {
  if (render !== true) return;
  if (stdinFilename !== undefined)
    throw new UsageError("--render and --stdin-filename can't be combined: an editor must not run programs");
  const [other] = others;
  if (other !== undefined) throw new UsageError(`--render and ${other} can't be combined`);
}
