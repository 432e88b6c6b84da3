import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { provenBy } from "../proofs/proofs.js";
import type { ProofFacts } from "../../../cluster/problems/proofs.js";
import { vacuousPolicies } from "../proofs/vacuity.js";
import { rulesText, scopeText } from "../words/proof.js";

/**
 * Proves that every verdict is the same without the policy; policies that select nothing have another rule (S-EV-15).
 */
export const vacuousPolicy = defineRule({
  id: "vacuous-policy",
  level: "warning",
  category: "never-works",
  summary: "a policy without which every verdict would be the same",
  rationale:
    "A policy that selects pods, has rules and changes nothing is written for an effect that it does not have: its Pass rules leave a tier in which nothing else would have decided, its Baseline rules accept what the default accepts, or the Admin tier decides all traffic before it. Accept and Deny of the Admin tier are guards against policies to come, and are not counted.",
  reference: "S-EV-15",
  examples: { bad, good },
  needs: ["pods"],
  check: provenBy(vacuousPolicies),
  word({ policy, why, by, scope }) {
    return {
      message: `${code(policy)} changes nothing: ${whyText(why, by)}`,
      label: "without it every verdict is the same",
      related: by.first.map(() => "decides before"),
      notes: [scopeText(scope)],
      help: "remove it, or add what it is meant to do",
    };
  },
});

type Facts = ProofFacts["vacuous-policy"];

function whyText(why: Facts["why"], by: Facts["by"]): string {
  switch (why) {
    case "decided-before":
      return `${rulesText(by)} ${by.first.length + by.more === 1 ? "decides" : "decide"} all traffic of its pods in the Admin tier`;
    case "leads-where-all-leads":
      return "its rules lead where the traffic goes without them, for no later rule of the tier would decide it";
    case "not-isolated":
      return "nothing isolates its namespace, and there is nothing to allow where all is";
  }
}
