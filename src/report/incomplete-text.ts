import { conjunction } from "./describe.js";
import { encode } from "./encode.js";
import { showPlace } from "./place.js";
import type { Incompleteness } from "../load/incomplete.js";
import type { Problem } from "../diagnostics/problem.js";
import type { View } from "./view.js";

/** How many places are named. */
const SHOWN = 4;

/** The first line of an answer that is not whole: what was refused or not read, and where. */
export function incompleteLine({ refused, repeated, unread }: Incompleteness, view: View): string {
  const parts = [
    ...(refused.length > 0
      ? [`${count(refused.length, "policy is", "policies are")} refused by the API server`]
      : []),
    ...(repeated.length > 0
      ? [`${count(repeated.length, "policy is", "policies are")} in the input several times and differently`]
      : []),
    ...(unread.length > 0 ? [`${count(unread.length, "document", "documents")} could not be read`] : []),
  ];
  const problems = [...[...refused, ...repeated].flatMap(({ problem }) => problem ?? []), ...unread];
  const places = problems.slice(0, SHOWN).map(placeOf);
  const more = problems.length > SHOWN ? `, and ${problems.length - SHOWN} more` : "";
  return `${view.paint.verdict("incomplete", "INCOMPLETE")}  ${conjunction(parts)}: ${places.join(", ")}${more}`;
}

function count(number: number, one: string, several: string): string {
  return `${number} ${number === 1 ? one : several}`;
}

function placeOf({ at, code }: Problem): string {
  const { file, start } = showPlace(at);
  return `${encode(`${file}:${start.line}:${start.column}`)} (${code})`;
}
