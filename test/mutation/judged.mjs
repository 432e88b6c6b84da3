// Mutants that survive since they change nothing that a test could see: judged once, by a person, and kept with the reason.
import { drawnFrom } from "./drawn.mjs";

/**
 * What is kept of the mutants that the sources have now. Of one whose text is gone nothing is known any more.
 * @returns the reasons, by the ids of the mutants
 */
export function judgedIn(kept, mutants) {
  return new Map(
    kept.flatMap(({ why, mutants: list }) => drawnFrom(list, mutants).found.map(({ id }) => [id, why])),
  );
}

/** What became of a mutant, beside what was judged of it: `same` where it survives as it should. */
export function judgedFate(fate, why) {
  if (why === undefined || fate.type === "unmet") return fate;
  return fate.type === "survived" ? { type: "same", why } : { ...fate, type: "misjudged", why };
}
