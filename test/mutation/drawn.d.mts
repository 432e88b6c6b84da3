/** What a mutant changes, as it is kept. */
export interface Kept {
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** Some of all, the same ones for the same seed. */
export function sampled<T>(all: readonly T[], count: number, seed: number): T[];

/** The mutants of a list among those that the sources have now, and those that they have no longer. */
export function drawnFrom<T extends Kept>(
  list: readonly Kept[],
  mutants: readonly T[],
): { readonly found: T[]; readonly gone: Kept[] };
