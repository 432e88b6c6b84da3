import type { ProblemCode, ProblemOf } from "../../cluster/problems/problem.js";

/** The first of some problems of one cause, with the places of the others behind its own. */
export function withPlaces<C extends ProblemCode>([first, ...others]: readonly [
  ProblemOf<C>,
  ...ProblemOf<C>[],
]): ProblemOf<C> {
  const places = others.map(({ at }) => ({ at, role: "too" }));
  return { ...first, related: [...(first.related ?? []), ...places] };
}
