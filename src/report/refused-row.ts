import type { Incompleteness } from "../load/incomplete.js";
import { placeText } from "./place.js";
import { policyText } from "./describe.js";
import type { RefusedPolicy } from "../model/objects.js";
import type { Row } from "./columns.js";

/** The row of a policy that is missing from the cluster: why, and the place that keeps it out. */
export function refusedRow(refused: RefusedPolicy, incompleteness: Incompleteness): Row {
  const { cause, ref, origin } = refused;
  const missing = cause === "refused" ? incompleteness.refused : incompleteness.repeated;
  const problem = missing.find(({ policy }) => policy === refused)?.problem;
  const code = problem === undefined ? "" : ` (${problem.code})`;
  return {
    text: policyText(ref),
    detail: cause === "refused" ? `refused by the API server${code}` : "its copies in the input differ",
    mark: "unknown",
    place: placeText(problem?.at ?? origin),
  };
}
