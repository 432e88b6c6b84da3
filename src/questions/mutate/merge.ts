import { placeKey } from "../../source/manifest/origin.js";
import type { JudgedMutant, MutantFate } from "./mutate.js";
import type { Mutant } from "./mutants.js";

/** What counts where a mutant comes to different things in several environments, the first before the others. */
const ORDER: readonly MutantFate["status"][] = [
  "killed",
  "survived",
  "no-coverage",
  "undecided",
  "equivalent",
];

/** The mutants of several files and environments: a change of one place is one mutant. @param all each with what its tests are called by */
export function mergeMutants(
  all: readonly { readonly title: string; readonly judged: readonly JudgedMutant[] }[],
): readonly JudgedMutant[] {
  const merged = new Map<string, JudgedMutant>();
  for (const { title, judged } of all) {
    for (const { mutant, fate: own } of judged) {
      const fate = own.status === "killed" ? { ...own, test: `${title}: ${own.test}` } : own;
      const key = mutantKey(mutant);
      const known = merged.get(key);
      if (known === undefined || isBefore(fate, known.fate))
        merged.set(key, { mutant: known?.mutant ?? mutant, fate });
    }
  }
  return [...merged.values()];
}

/** How many mutants some test notices, of those that change something. */
export function countedMutants(judged: readonly JudgedMutant[]): {
  readonly killed: number;
  readonly all: number;
} {
  const counted = judged.filter(({ fate }) => fate.status !== "equivalent");
  return { killed: counted.filter(({ fate }) => fate.status === "killed").length, all: counted.length };
}

function isBefore(a: MutantFate, b: MutantFate): boolean {
  return ORDER.indexOf(a.status) < ORDER.indexOf(b.status);
}

function mutantKey({ mutator, at, replacement, policy: { ref }, direction }: Mutant): string {
  return JSON.stringify([mutator, ref, direction ?? null, placeKey(at), replacement ?? null]);
}
