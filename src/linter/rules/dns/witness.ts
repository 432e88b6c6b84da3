import { typedName } from "../../../semantics/reach/witness.js";
import type { DeniedQuestions } from "./access.js";
import type { FlowWitness } from "../../../cluster/problems/witness.js";
import type { Flows } from "../flows/subjects.js";

/** A question to the cluster's DNS that some pods may not ask. */
export function deniedWitness(
  { rows }: Flows,
  { subject, missing }: Pick<DeniedQuestions, "subject" | "missing">,
): FlowWitness | undefined {
  const [first] = missing;
  const row = rows.get(first?.to.index ?? -1)?.[0];
  if (first === undefined || row === undefined) return undefined;
  const { protocol, port, family } = first;
  return {
    from: typedName(subject.rows[0], family),
    to: typedName(row, family),
    protocol,
    port,
    verdict: "denied",
  };
}
