import { EXIT } from "./exit.js";
import { incompleteText } from "../report/incomplete-text.js";
import { isComplete, type Incompleteness } from "../cluster/load/incomplete.js";

/** What a run comes to; where it is not fine, with the reason in words, encoded. */
export type Ending =
  | { readonly code: typeof EXIT.ok | typeof EXIT.interrupted }
  | { readonly code: typeof EXIT.negative | typeof EXIT.incomplete; readonly why: string };

/** Nothing to complain about. */
export const FINE: Ending = { code: EXIT.ok };

/** Whoever runs it has ended it. */
export const INTERRUPTED: Ending = { code: EXIT.interrupted };

/** The answer is negative for some reasons; fine where there are none. */
export function negative(reasons: readonly string[]): Ending {
  return reasons.length === 0 ? FINE : { code: EXIT.negative, why: reasons.join("; ") };
}

/** The answer is not whole, whatever else it is: both are said. */
export function incomplete(why: string, otherwise: Ending = FINE): Ending {
  // What both states of a comparison lack is said once.
  const isSaid = "why" in otherwise && `${otherwise.why}; `.includes(`${why}; `);
  const also = "why" in otherwise ? [otherwise.why] : [];
  return { code: EXIT.incomplete, why: [...(isSaid ? [] : [why]), ...also].join("; ") };
}

/** How a run ends whose input may not be whole. @param otherwise how it would end if it is */
export function endingOf(incompleteness: Incompleteness, otherwise: Ending = FINE): Ending {
  return isComplete(incompleteness) ? otherwise : incomplete(incompleteText(incompleteness), otherwise);
}
