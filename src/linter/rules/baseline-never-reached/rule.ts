import { count } from "../../../base/text/count.js";
import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { provenBy } from "../proofs/proofs.js";
import { unreachedBaselines } from "../proofs/unreached.js";
import { scopeText } from "../words/proof.js";

/**
 * Compares the subject of each Baseline rule with the NetworkPolicies that isolate its pods in the same direction; one
 * pod that is open ends the claim (S-EV-12).
 */
export const baselineNeverReached = defineRule({
  id: "baseline-never-reached",
  level: "info",
  category: "never-works",
  summary: "a Baseline policy whose pods NetworkPolicies isolate, every one",
  rationale:
    "A NetworkPolicy that selects a pod decides about it in its direction for good: what no rule allows is denied, and the Baseline tier is not asked. Where that is so for each pod that a Baseline policy selects, the policy decides about pods of tomorrow alone.",
  reference: "S-EV-12",
  examples: { bad, good },
  needs: ["pods"],
  check: provenBy(unreachedBaselines),
  word({ policy, direction, selected, scope }) {
    return {
      message: `${code(policy)} decides nothing about ${direction}: NetworkPolicies isolate ${selected === 1 ? "the workload" : `each of the ${count(selected, "workload")}`} that it selects`,
      label: "never asked",
      related: ["isolates some of them"],
      notes: [scopeText(scope)],
    };
  },
});
