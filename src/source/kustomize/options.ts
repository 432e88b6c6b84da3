import type { Scopes } from "./transformers.js";
import type { SourceFile } from "../manifest/source.js";

/** What stands at a path. */
export type FoundAt =
  | { readonly type: "file"; readonly file: SourceFile }
  | { readonly type: "folder" }
  | { readonly type: "missing" }
  /** Not to be read: it is outside of what may be. */
  | { readonly type: "outside" }
  /** A link, a file over a limit, one that cannot be decoded. */
  | { readonly type: "unreadable" };

/** What a kustomization may name, and what bounds its building. */
export interface KustomizeOptions extends Scopes {
  /** What stands at a path of slashes. */
  readonly at: (path: string) => FoundAt;
  /** The names of what is known to stand in a folder: for those that are misspelt. */
  readonly namesIn: (folder: string) => readonly string[];
  /** What all kustomizations of a run share. */
  readonly budget: BuildBudget;
}

/** More than any repository takes: objects that are changed and values that are merged, over all kustomizations. */
const MOST_STEPS = 2_000_000;

/** Counts what building takes. */
export class BuildBudget {
  #left: number;

  constructor(steps = MOST_STEPS) {
    this.#left = steps;
  }

  /** Takes some steps. Returns false where there are none left. */
  take(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}
