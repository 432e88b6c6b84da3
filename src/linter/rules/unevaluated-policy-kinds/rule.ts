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
  summary: "policies of a network plugin or mesh, which are not evaluated",
  rationale:
    "Calico, Cilium, Antrea, OVN-Kubernetes, Istio and others have policy kinds of their own. They can change the verdict of any flow, and nothing here reads them: what is said about traffic holds only as far as they leave it alone.",
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
      label:
        count === 1
          ? "may change what other policies say"
          : "the first; each may change what other policies say",
    };
  },
});
