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
  summary: "policies that share a priority, though no flow was found that they decide differently",
  rationale:
    "Of two policies with one tier and priority that both match, an implementation may apply either. As long as they agree, or never meet, nothing depends on it; the next label or rule may change that without a word. The first text of AdminNetworkPolicy left the behaviour undefined even where they do not meet.",
  reference: "S-PRI-1",
  examples: { bad, good },
  check: (cluster) => priorityProblems(cluster, "same-priority"),
  word({ tier, priority, policy, other, count }) {
    const others = count - 2;
    const notes = others > 0 ? [`${others} more ${others === 1 ? "policy has" : "policies have"} it`] : [];
    return {
      message: `${code(policy)} and ${code(other)} share priority ${priority} of the ${tier} tier`,
      label: "which of them goes first is not defined",
      related: [`${code(other)} has it too`],
      notes,
      help: "give each policy a priority of its own",
    };
  },
});
