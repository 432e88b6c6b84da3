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
  summary: "a Baseline policy that is never reached, because NetworkPolicies isolate all its pods",
  rationale:
    "Once a NetworkPolicy isolates a pod, anything its rules don't allow is denied, and the Baseline tier is not reached. If that is true of every pod that a Baseline policy selects, the policy only affects future pods.",
  reference: "S-EV-12",
  examples: { bad, good },
  needs: ["pods"],
  isAboutFlows: true,
  check: provenBy(unreachedBaselines),
  word({ policy, direction, selected, scope }) {
    return {
      message: `${code(policy)} never decides ${direction}: NetworkPolicies isolate ${selected === 1 ? "the workload" : `all ${count(selected, "workload")}`} it selects`,
      label: "never reached",
      related: ["isolates some of them"],
      notes: [scopeText(scope)],
    };
  },
});
