import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { priorityProblems } from "../priority/findings.js";

/**
 * Words what `same-priority-conflict` does not find: policies of one tier and priority that agree on all flows that
 * were tried (S-PRI-1).
 */
export const samePriority = defineRule({
  id: "same-priority",
  level: "warning",
  category: "risky",
  summary: "policies that share a priority but don't conflict",
  rationale:
    "If two policies in a tier have the same priority and both match, an implementation may apply either. That is harmless while they agree or don't overlap, but a new label or rule can silently change that. The first AdminNetworkPolicy spec left it undefined even without overlap.",
  reference: "S-PRI-1",
  examples: { bad, good },
  isAboutFlows: true,
  check: (cluster) => priorityProblems(cluster, "same-priority"),
  word({ tier, priority, policy, other, count }) {
    const others = count - 2;
    const notes = others > 0 ? [`${others} more ${others === 1 ? "policy has" : "policies have"} it`] : [];
    return {
      message: `${code(policy)} and ${code(other)} share priority ${priority} of the ${tier} tier`,
      label: "order not defined",
      related: [`${code(other)} has it too`],
      notes,
      help: "give each policy its own priority",
    };
  },
});
