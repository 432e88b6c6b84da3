import { isKustomization } from "../load/kustomization.js";
import { parentOf } from "../../source/kustomize/paths.js";
import type { FoundAt } from "../../source/kustomize/options.js";
import type { Input } from "../load/input.js";
import type { SourceFile } from "../../source/manifest/source.js";

/** Reads what the caller has not named: bases in other folders. @param path of slashes, without links */
export type FetchFile = (path: string) => Promise<FetchedAt>;

/** What stands at a path outside of what was named. */
export type FetchedAt =
  | Exclude<FoundAt, { readonly type: "file" }>
  | { readonly type: "file"; readonly input: FileAt };

/** A file with the path that others name it by. */
export type FileAt = Extract<Input, { readonly type: "file" }> & { readonly real: string };

/** More files than any kustomization names outside of its tree. */
const MOST_FETCHED = 2_000;

/** The files of a tree by their paths, and those that are named in it and stand elsewhere. */
export class TreeFiles {
  readonly #files = new Map<string, SourceFile>();
  readonly #folders = new Set<string>();
  readonly #unreadable = new Set<string>();
  readonly #fetched = new Map<string, FoundAt>();
  /** By the path of a folder, what was read that stands in it. */
  readonly #names = new Map<string, Set<string>>();
  /** The inputs that were fetched, in their order. */
  readonly further: FileAt[] = [];
  readonly #fetch: FetchFile | undefined;

  constructor(inputs: readonly Input[], fetch: FetchFile | undefined) {
    this.#fetch = fetch;
    for (const input of inputs) {
      const known = fileIn(input);
      if (known !== undefined) this.#add(known.real, known.file);
      else if (input.type === "unreadable" && input.real !== undefined) this.#unreadable.add(input.real);
    }
  }

  /** What stands at a path, as far as it has been read. */
  readonly at = (path: string): FoundAt => {
    const file = this.#files.get(path);
    if (file !== undefined) return { type: "file", file };
    if (this.#unreadable.has(path)) return { type: "unreadable" };
    if (this.#folders.has(path)) return { type: "folder" };
    return this.#fetched.get(path) ?? { type: "missing" };
  };

  /** The names of what was read in a folder. */
  readonly namesIn = (folder: string): readonly string[] => [...(this.#names.get(folder) ?? [])];

  /** Reads what stands at a path, unless that is known. */
  async look(path: string): Promise<FoundAt> {
    const known = this.at(path);
    if (known.type !== "missing" || this.#fetched.has(path) || this.#fetch === undefined) return known;
    if (this.#fetched.size >= MOST_FETCHED) return { type: "outside" };
    const fetched = await this.#fetch(path);
    if (fetched.type !== "file") {
      this.#fetched.set(path, fetched);
      return fetched;
    }
    const { input } = fetched;
    this.#fetched.set(path, { type: "file", file: input.file });
    this.further.push(input);
    return { type: "file", file: input.file };
  }

  #add(path: string, file: SourceFile): void {
    this.#files.set(path, file);
    this.#name(path);
    for (let folder = parentOf(path); !this.#folders.has(folder); folder = parentOf(folder)) {
      this.#folders.add(folder);
      if (folder === parentOf(folder)) break;
      this.#name(folder);
    }
  }

  #name(path: string): void {
    const folder = parentOf(path);
    const names = this.#names.get(folder) ?? new Set<string>();
    this.#names.set(folder, names.add(path.slice(path.lastIndexOf("/") + 1)));
  }
}

/** The file of an input and its path; undefined for what has none. */
export function fileIn(input: Input): { readonly file: SourceFile; readonly real: string } | undefined {
  if (input.type === "file" && input.real !== undefined) return { file: input.file, real: input.real };
  return input.type === "other" ? input.kustomization : undefined;
}

/** True for an input that is a kustomization by its name and by what it says. */
export function isKustomizationInput(input: Input): boolean {
  const known = fileIn(input);
  if (known === undefined) return false;
  if (input.type === "file" && input.isKustomization !== true) return false;
  return isKustomization(known.file);
}
