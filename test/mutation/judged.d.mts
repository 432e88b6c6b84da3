import type { Kept } from "./drawn.mjs";
import type { Fate } from "./checks.js";

/** Mutants that change nothing that a test could see, for one reason. */
export interface Judged {
  readonly why: string;
  readonly mutants: readonly Kept[];
}

/** The reasons, by the ids of the mutants that the sources have now. */
export function judgedIn(
  kept: readonly Judged[],
  mutants: readonly (Kept & { readonly id: number })[],
): ReadonlyMap<number, string>;

/** What became of a mutant, beside what was judged of it. */
export function judgedFate(
  fate: Fate,
  why: string | undefined,
): Fate | { readonly type: "same" | "misjudged"; readonly why: string };
