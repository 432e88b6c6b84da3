import bad from "./bad.yaml";
import good from "./good.yaml";
import { kindOrigin } from "../../../cluster/problems/object-places.js";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** One finding for each foreign policy kind of the input, at the first object, with how many there are (S-IN-10). */
export const unevaluatedPolicyKinds = defineRule({
  id: "unevaluated-policy-kinds",
  level: "warning",
  category: "portability",
  summary: "policies of a network plugin or mesh, which anp doesn't evaluate",
  rationale:
    "Calico, Cilium, Antrea, OVN-Kubernetes, Istio and others have their own policy kinds. They can change the verdict of any flow, and anp doesn't read them: its verdicts hold only where they don't interfere.",
  reference: "S-IN-10",
  examples: { bad, good },
  *check({ facts }): Generator<Problem> {
    for (const { apiVersion, kind, count, origin } of facts.foreignPolicies) {
      yield {
        code: "unevaluated-policy-kinds",
        facts: { apiVersion, kind, count },
        at: kindOrigin({ origin }),
      };
    }
  },
  word({ apiVersion, kind, count }) {
    const objects = count === 1 ? "one object" : `${count} objects`;
    return {
      message: `${objects} of kind ${code(kind)} (${code(apiVersion)}) ${count === 1 ? "is" : "are"} not evaluated`,
      label: count === 1 ? "may change verdicts" : "the first one; each may change verdicts",
    };
  },
});
