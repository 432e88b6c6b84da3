import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { witnessFlowText } from "../words/witness.js";
import { priorityProblems } from "../priority/findings.js";

/**
 * Looks for one flow that two policies of one priority decide differently, over pods of the input and hypothetical
 * ones (S-PRI-2).
 */
export const samePriorityConflict = defineRule({
  id: "same-priority-conflict",
  level: "error",
  category: "misleading",
  summary: "two policies of one priority that decide the same traffic differently",
  rationale:
    "Of two policies with one tier and priority that both match, an implementation may apply either: names, order in a file and age break no tie. Where they disagree, the same manifests allow the traffic in one cluster and deny it in another.",
  reference: "S-PRI-2",
  examples: { bad, good },
  check: (cluster) => priorityProblems(cluster, "same-priority-conflict"),
  word({ tier, priority, policy, other, witness }) {
    const { outcome, otherOutcome } = witness;
    return {
      message: `${code(policy)} and ${code(other)} have one priority and disagree: ${witnessFlowText(witness)} is ${outcome} if the first goes first, and ${otherOutcome} if the second does`,
      label: `priority ${priority} of the ${tier} tier`,
      related: [`${code(other)} has it too`],
      help: "give the one that should win a lower number",
    };
  },
});
