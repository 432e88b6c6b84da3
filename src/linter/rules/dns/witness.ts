import { typedName } from "../../../semantics/reach/witness.js";
import type { DeniedQuestions } from "./access.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import { rowOf, type Flows } from "../flows/subjects.js";

/** A question to the cluster's DNS that some pods may not ask. */
export function deniedWitness(
  flows: Flows,
  { subject, missing }: Pick<DeniedQuestions, "subject" | "missing">,
): FlowWitness | undefined {
  const [{ to, protocol, port, family }] = missing;
  const row = rowOf(flows, to);
  if (row === undefined) return undefined;
  return {
    from: typedName(subject.rows[0], family),
    to: typedName(row, family),
    protocol,
    port,
    verdict: "denied",
  };
}
