import type { Incompleteness } from "../load/incomplete.js";
import { encode } from "./encode.js";
import { placeText } from "./place.js";
import { policyText } from "./describe.js";
import type { RefusedPolicy } from "../model/objects.js";
import type { Row } from "./columns.js";

/** The row of a policy that is missing from the cluster: why, and the place that keeps it out. */
export function refusedRow(refused: RefusedPolicy, incompleteness: Incompleteness): Row {
  const { cause, ref, origin } = refused;
  if (cause === "forbidden")
    return {
      text: `policies of kind ${encode(ref.kind)}`,
      detail: "the cluster does not let you list them",
      mark: "unknown",
    };
  const problem = incompleteness[cause].find(({ policy }) => policy === refused)?.problem;
  const code = problem === undefined ? "" : ` (${problem.code})`;
  return {
    text: policyText(ref),
    detail: cause === "refused" ? `${DETAILS.refused}${code}` : DETAILS[cause],
    mark: "unknown",
    place: placeText(problem?.at ?? origin),
  };
}

const DETAILS = {
  refused: "refused by the API server",
  undecided: "a check of its CRD was not evaluated",
  repeated: "its copies in the input differ",
} as const;
