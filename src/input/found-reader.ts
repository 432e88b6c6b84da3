import { isGlob, matchesGlob } from "./glob.js";
import { readChart } from "./chart-reader.js";
import { dirname, relative, resolve, sep } from "node:path";
import { firstLink } from "./link-on-the-way.js";
import { pathInside } from "./path-inside.js";
import { namedByKustomization, type PatchTarget } from "../cluster/load/kustomization.js";
import { decodeBytes } from "../source/manifest/bytes.js";
import { mayHoldPolicy } from "../cluster/load/may-hold-policy.js";
import { MissingPathError, FileFinder, type FoundPath, type WalkOptions } from "./walk.js";
import { withoutStandIn } from "./stand-ins.js";
import type { FileBytes } from "./read-file.js";
import type { FileTree } from "./file-tree.js";
import type { FetchedAt, FetchFile } from "../cluster/roots/tree-files.js";
import type { FileInput } from "../cluster/load/input.js";
import type { InputLimits } from "./limits.js";

/** Which files are read, wherever they come from. */
export interface FileSelection extends WalkOptions {
  /** Files, folders and globs. */
  readonly paths: readonly string[];
  readonly limits: InputLimits;
  /** Told each path that is not there, and each glob that matches nothing; without it, the first one is an error. */
  readonly onMissing?: (path: string) => void;
  /** Folders, without links, in which files may be read that those of the paths name; none where it is missing. */
  readonly readable?: readonly string[];
  /** Told how these are read. */
  readonly onFetch?: (fetch: FetchFile) => void;
}

/** Where files are found, and how they are read. */
export interface FileSource {
  readonly tree: FileTree;
  /** At most `limit` bytes of the file at a path without links. */
  read(path: string, limit: number): FileBytes | Promise<FileBytes>;
  /** The files of a folder that come with the repository, by their paths without links. */
  tracked?(folder: string): Promise<ReadonlySet<string>> | "all";
  /** True for an empty folder that is a submodule which is not checked out. */
  isSubmodule?(folder: string): boolean;
}

type NotedKustomization = Extract<FoundPath, { type: "kustomized" }>;

/** Makes inputs of what a walk finds, one at a time and within the limits. */
export class FoundReader {
  readonly #selection: FileSelection;
  readonly #source: FileSource;
  readonly #walk: FileFinder;
  /** Kustomizations that have been read before their turn. */
  readonly #kustomizations = new Map<string, FileInput>();
  /** What kustomizations apply, and what they take as objects, by paths without links. */
  readonly #patches = new Map<string, (PatchTarget | undefined)[]>();
  readonly #resources = new Set<string>();
  /** Files of packages that have been read. */
  readonly #ofPackages = new Set<string>();
  #files = 0;
  #bytes = 0;
  #isOver = false;

  constructor(selection: FileSelection, source: FileSource) {
    this.#selection = selection;
    this.#source = {
      ...source,
      read: async (path, limit) => withoutStandIn(await source.read(path, limit)),
    };
    const paths = selection.paths.filter((path) => path !== "-");
    this.#walk = new FileFinder(paths, selection, source.tree);
    selection.onFetch?.((path) => this.fetch(path));
  }

  /** True where a limit on all files was passed: nothing is read any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * The inputs below one of the paths.
   * @throws {MissingPathError} for a path that is not there, where nobody is told of it
   */
  async *below(path: string): AsyncGenerator<FileInput> {
    try {
      for await (const found of this.#found(path)) {
        if (found.type === "kustomized") {
          await this.#note(found);
          continue;
        }
        const input = await this.#toInput(found);
        // One finding says that a limit was passed; more of them would only repeat it.
        this.#isOver = input.type === "unreadable" && ENDING.has(input.reason);
        yield input;
        if (this.#isOver) return;
      }
    } catch (error) {
      const { onMissing } = this.#selection;
      if (!(error instanceof MissingPathError) || onMissing === undefined) throw error;
      onMissing(error.path);
    }
  }

  /** What is below a path, each file once. */
  async *#found(path: string): AsyncGenerator<FoundPath> {
    for (const found of this.#walk.below(path)) {
      if (found.type === "empty" && this.#source.isSubmodule?.(found.real) !== true) continue;
      if (found.type === "packages") yield* this.#packages(found, path);
      else if (found.type !== "file" || !this.#ofPackages.has(found.real)) yield found;
    }
  }

  /** What of a folder of packages comes with the repository: whoever applies the repository applies that too. */
  async *#packages(
    folder: Extract<FoundPath, { type: "packages" }>,
    asked: string,
  ): AsyncGenerator<FoundPath> {
    const tracked = (await this.#source.tracked?.(folder.real)) ?? new Set<string>();
    if (tracked !== "all" && tracked.size === 0) {
      yield folder;
      return;
    }
    const { paths: _, ...walk } = this.#selection;
    for (const found of new FileFinder([folder.path], walk, this.#source.tree).below(folder.path)) {
      if ("real" in found && tracked !== "all" && !isTracked(found.real, found.type, tracked)) continue;
      if (found.type === "empty") continue;
      if (isGlob(asked) && found.type === "file" && !matchesGlob(asked, found.path)) continue;
      if (found.type === "file") this.#ofPackages.add(found.real);
      yield found.type === "file" ? { ...found, isNamed: isGlob(asked) } : found;
    }
  }

  /** Reads a kustomization before all that it may name: kustomize takes patches from its folder and below alone. */
  async #note({ path, real }: NotedKustomization): Promise<void> {
    const input = await this.#file({ path, real, isNamed: false });
    this.#kustomizations.set(real, input);
    if (input.type !== "file") return;
    const { patches, resources } = namedByKustomization(input.file);
    const folder = dirname(real);
    for (const each of resources) this.#resources.add(resolve(folder, each));
    for (const { path: patch, target } of patches) {
      const file = resolve(folder, patch);
      const known = this.#patches.get(file);
      if (known === undefined) this.#patches.set(file, [target]);
      else known.push(target);
    }
  }

  #toInput(found: Exclude<FoundPath, NotedKustomization>): FileInput | Promise<FileInput> {
    const { path } = found;
    switch (found.type) {
      case "excluded":
        return { type: "other", name: path, reason: "excluded" };
      case "empty":
        return { type: "other", name: path, reason: "submodule" };
      case "packages":
        return { type: "other", name: path, reason: "node_modules" };
      case "chart":
        return this.#chart(found);
      case "refused":
        return unreadable(path, found);
      case "kustomization":
        return this.#kustomization(path, found.real);
      case "file":
        return this.#manifest(found);
    }
  }

  async #chart({ path, real }: Extract<FoundPath, { type: "chart" }>): Promise<FileInput> {
    const folder = await readChart(
      { path, real },
      {
        tree: this.#source.tree,
        read: (file, isTemplate) =>
          isTemplate ? this.#withinLimits(file) : this.#source.read(file, this.#selection.limits.fileSize),
        isExcluded: (each) => this.#walk.isExcluded(each),
      },
    );
    return { type: "chart", name: path, folder, real: slashed(real) };
  }

  /** The bytes of a file, which count against all limits; of what is over one, nothing. */
  async #withinLimits(real: string): Promise<FileBytes> {
    const { limits } = this.#selection;
    this.#files++;
    if (this.#files > limits.files) return { reason: "file-too-large", detail: String(limits.files) };
    const read = await this.#source.read(real, limits.fileSize);
    this.#bytes += read.bytes?.length ?? 0;
    if (this.#bytes > limits.totalSize) return { reason: "file-too-large", detail: String(limits.totalSize) };
    return read;
  }

  /** `kubectl apply` reads a kustomization as a manifest too: where it may hold a policy, it is one. */
  async #kustomization(name: string, real: string): Promise<FileInput> {
    const input = this.#kustomizations.get(real) ?? (await this.#file({ path: name, real, isNamed: false }));
    this.#kustomizations.delete(real);
    if (input.type === "file" && !mayHoldPolicy(input.file.text)) {
      const { file } = input;
      return { type: "other", name, reason: "kustomization", kustomization: { file, real: slashed(real) } };
    }
    return input.type === "file" ? { ...input, isKustomization: true } : input;
  }

  async #manifest(found: Extract<FoundPath, { type: "file" }>): Promise<FileInput> {
    const input = await this.#file(found);
    const patches = this.#patches.get(found.real);
    const isPatch = patches !== undefined && !found.isNamed && !this.#resources.has(found.real);
    return isPatch && input.type === "file" ? { ...input, patches } : input;
  }

  async #file({
    path,
    real,
    isNamed,
  }: Omit<Extract<FoundPath, { type: "file" }>, "type">): Promise<FileInput> {
    const { limits } = this.#selection;
    this.#files++;
    if (this.#files > limits.files)
      return unreadable(path, { reason: "too-many-files", detail: String(limits.files) });
    const isNamedJson = isNamed && path.endsWith(".json");
    const read = await this.#source.read(real, isNamedJson ? limits.namedJsonSize : limits.fileSize);
    if (read.bytes !== undefined) {
      this.#bytes += read.bytes.length;
      const total = isNamedJson ? Math.max(limits.totalSize, limits.namedJsonSize) : limits.totalSize;
      if (this.#bytes > total) return unreadable(path, { reason: "total-too-large", detail: String(total) });
    }
    // JSON in Git LFS is data as a rule; a manifest may be, too.
    if (read.bytes === undefined && read.reason === "git-lfs" && !isNamed && /\.json$/i.test(path))
      return { type: "other", name: path, reason: "git-lfs" };
    const input = decoded(path, read, isNamed, limits);
    return input.type === "file" || input.type === "unreadable" ? { ...input, real: slashed(real) } : input;
  }

  /**
   * Reads a file that is named in another one, within the limits of the run: nothing is read through a link, nothing outside of
   * the folders that may be read, and nothing that is left out.
   */
  async fetch(path: string): Promise<FetchedAt> {
    const { tree } = this.#source;
    const { cwd, readable = [] } = this.#selection;
    const root = readable.find((folder) => pathInside(folder, path) !== undefined);
    const names = root === undefined ? undefined : pathInside(root, path);
    const shown = shownPath(cwd, path);
    if (root === undefined || names === undefined || this.#walk.isExcluded(shown)) return { type: "outside" };
    if (names.includes(".git")) return { type: "outside" };
    if (firstLink(tree, root, names) !== undefined) return { type: "unreadable" };
    const type = tree.typeOf(path);
    if (type.value === "folder") return { type: "folder" };
    if (type.value === undefined) return { type: "missing" };
    const input = await this.#file({ path: shown, real: path, isNamed: false });
    return input.type === "file"
      ? { type: "file", input: { ...input, real: slashed(path) } }
      : { type: "unreadable" };
  }
}

/** A path as it is shown: from the working folder, as the paths of a walk are. */
function shownPath(cwd: string, path: string): string {
  return relative(cwd, path) || ".";
}

/** A path as kustomizations write it. */
function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

/** True for a file that is tracked, and for a folder that holds one. */
function isTracked(real: string, type: FoundPath["type"], tracked: ReadonlySet<string>): boolean {
  if (type !== "chart") return tracked.has(real);
  return [...tracked].some((file) => file.startsWith(`${real}${sep}`));
}

/** Reasons after which no other file is read. */
const ENDING: ReadonlySet<string> = new Set(["too-many-files", "total-too-large", "timeout"]);

/** The input that bytes are, or why they are none. */
export function decoded(name: string, read: FileBytes, isNamed: boolean, limits: InputLimits): FileInput {
  if (read.bytes === undefined) return unreadable(name, read);
  // Only JSON may be larger than a YAML file: reading YAML takes ten times the memory.
  if (read.bytes.length > limits.fileSize && !beginsLikeJson(read.bytes))
    return tooLarge(name, limits.fileSize);
  const { file, problem } = decodeBytes(name, read.bytes);
  if (problem === undefined) return { type: "file", file, isNamed };
  const { code, offset, text, at } = problem;
  return { type: "unreadable", name, reason: code, detail: String(offset), place: { text, at } };
}

/** An input that is over a limit of bytes. */
export function tooLarge(name: string, limit: number): FileInput {
  return unreadable(name, { reason: "file-too-large", detail: String(limit) });
}

/** True where the first character is `{`, behind blanks and a byte-order mark. */
export function beginsLikeJson(bytes: Uint8Array): boolean {
  return /^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 4096)));
}

function unreadable(
  name: string,
  { reason, detail }: Pick<Extract<FileInput, { type: "unreadable" }>, "reason" | "detail">,
): FileInput {
  return { type: "unreadable", name, reason, ...(detail === undefined ? {} : { detail }) };
}
