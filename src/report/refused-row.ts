import { ANY_KIND } from "../cluster/model/cluster.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";
import { encode } from "./encode.js";
import { placeText } from "./place.js";
import { policyText } from "./describe.js";
import type { RefusedPolicy } from "../cluster/model/objects.js";
import type { TextRow } from "./columns.js";

/** The row of a policy that is missing from the cluster: why, and the place that keeps it out. */
export function refusedRow(refused: RefusedPolicy, incompleteness: Incompleteness): TextRow {
  const { cause, ref, origin } = refused;
  if (cause === "forbidden" || cause === "unlisted") {
    const why = whyUnlisted(ref, incompleteness);
    const answer = why === undefined ? "" : `: ${encode(why)}`;
    return {
      text: `policies of kind ${encode(ref.kind)}`,
      detail: cause === "forbidden" ? "you may not list them" : `they could not be listed${answer}`,
      mark: "unknown",
    };
  }
  const problem = incompleteness[cause].find(({ policy }) => policy === refused)?.problem;
  const code = problem === undefined ? "" : ` (${problem.code})`;
  return {
    text: policyText(ref),
    detail: cause === "refused" ? `${DETAILS.refused}${code}` : DETAILS[cause],
    mark: "unknown",
    place: placeText(problem?.at ?? origin),
  };
}

/** What the cluster answered instead of a list of a kind. */
function whyUnlisted(
  { apiVersion, kind }: RefusedPolicy["ref"],
  { forbidden }: Incompleteness,
): string | undefined {
  return forbidden.find(
    (each) => each.apiVersion === apiVersion && (each.kind === kind || each.kind === ANY_KIND),
  )?.why;
}

const DETAILS = {
  refused: "refused by the API server",
  undecided: "not checked, or not read in full",
  repeated: "its copies in the input differ",
} as const;
