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
  summary: "two policies that share a priority but conflict",
  rationale:
    "If two policies in a tier have the same priority and both match, an implementation may apply either: name, file order and age don't matter. Where they conflict, the same manifests can allow traffic in one cluster and deny it in another.",
  reference: "S-PRI-2",
  examples: { bad, good },
  isAboutFlows: true,
  check: (cluster) => priorityProblems(cluster, "same-priority-conflict"),
  word({ tier, priority, policy, other, witness }) {
    const { outcome, otherOutcome } = witness;
    return {
      message: `${code(policy)} and ${code(other)} share a priority but conflict: ${witnessFlowText(witness)} is ${outcome} if the first wins, ${otherOutcome} if the second does`,
      label: `priority ${priority} of the ${tier} tier`,
      related: [`${code(other)} has it too`],
      help: "give the one that should win a lower number",
    };
  },
});
