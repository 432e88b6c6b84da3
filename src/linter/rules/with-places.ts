import type { JoinedProblems } from "./rule.js";
import type { ProblemCode, ProblemOf } from "../../cluster/problems/problem.js";

/** The first of some problems of one cause, with the places of the others behind its own. */
export function withPlaces<C extends ProblemCode>([first, ...others]: readonly [
  ProblemOf<C>,
  ...ProblemOf<C>[],
]): ProblemOf<C> {
  const places = others.map(({ at }) => ({ at, role: "too" }));
  return { ...first, related: [...(first.related ?? []), ...places] };
}

/** Joins the problems of one file that say the same of different places: they are put right in one way, and read once. */
export function alikeInFile<C extends ProblemCode>(): JoinedProblems<C> {
  return {
    isForReading: true,
    causeOf: ({ at, facts }) => JSON.stringify([at.document.file.name, facts]),
    merged: withPlaces,
  };
}
