import { isSameRef, type Incompleteness } from "../load/incomplete.js";
import { placeText } from "./place.js";
import { policyText } from "./describe.js";
import type { RefusedPolicy } from "../model/objects.js";
import type { Row } from "./columns.js";

/** The row of a policy that is missing from the cluster: why, and the place that keeps it out. */
export function refusedRow({ cause, ref, origin }: RefusedPolicy, incompleteness: Incompleteness): Row {
  const missing = [...incompleteness.refused, ...incompleteness.repeated];
  const problem = missing.find((each) => isSameRef(each.ref, ref))?.problem;
  const code = problem === undefined ? "" : ` (${problem.code})`;
  return {
    text: policyText(ref),
    detail: cause === "refused" ? `refused by the API server${code}` : "its copies in the input differ",
    mark: "unknown",
    place: placeText(problem?.at ?? origin),
  };
}
