import bad from "./bad.yaml";
import good from "./good.yaml";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { howMany } from "../../../cluster/problems/selection.js";
import { misplacedWorkloads } from "./misplaced.js";
import { someText } from "../words/selection.js";

/**
 * Compares the labels of workloads that name no namespace with the subjects of policies in the same folder: those of one namespace, which
 * has no such pods (S-IN-8).
 */
export const workloadNamespaceUnset = defineRule({
  id: "workload-namespace-unset",
  level: "info",
  category: "misleading",
  summary: "workloads without a namespace beside policies for them that have one",
  rationale:
    "A workload without a namespace goes to the current namespace of whoever applies it, and a policy that names one stays there. If they differ, the policy selects nothing and the pods are open, without any message. anp doesn't report workloads that a kustomization or `-n` puts somewhere, charts, policies that select pods of their own namespace too, or those whose workloads are in another folder.",
  reference: "S-IN-8",
  examples: { bad, good },
  check: misplacedWorkloads,
  noFix: "Which of the two is meant is not in the manifests.",
  word({ namespace, meant, workloads, policy }) {
    const isOne = howMany(workloads) === 1;
    return {
      message: `${someText(workloads, "and")} ${isOne ? "names" : "name"} no namespace, and policies for ${isOne ? "it" : "them"} are in ${code(meant)}`,
      label: `goes to ${code(namespace)} unless who applies it says otherwise`,
      related: [`${code(policy)} selects pods of ${code(meant)} alone`],
      help: `add ${code(`namespace: ${meant}`)} to ${isOne ? "it" : "them"}, or apply everything with \`-n ${meant}\` and lint with it too`,
    };
  },
});
