import bad from "./bad.yaml";
import good from "./good.yaml";
import { namespaceOrigin } from "../../../cluster/problems/object-places.js";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { FALLBACK_NAMESPACE, namesNamespace } from "../../../cluster/problems/names-namespace.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { selects } from "../../../semantics/match/selector.js";
import type { Workload } from "../../../cluster/model/cluster.js";
import type { Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Told for NetworkPolicies without a namespace in a file whose pods name one, if the policy's selector is about those
 * (S-IN-8).
 */
export const namespaceUnset = defineRule({
  id: "namespace-unset",
  level: "warning",
  category: "never-works",
  summary: "a NetworkPolicy without a namespace beside pods that have one",
  rationale:
    "A NetworkPolicy selects only pods in its own namespace. Without one it goes to the current namespace of whoever applies it. That is often meant: kustomize, Flux and `kubectl -n` set it. But if its pods are in the same file and name a namespace, the policy lands elsewhere and leaves them unprotected. anp doesn't report policies that select pods without a namespace.",
  reference: "S-IN-8",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    const unset = cluster.policies.filter(
      (policy) => policy.ref.namespace === FALLBACK_NAMESPACE && !namesNamespace(policy),
    );
    if (unset.length === 0) return;
    const byFile = groupBy(cluster.workloads, ({ origin }) => origin?.document.file);
    for (const policy of unset) {
      const beside = byFile.get(policy.origin.document.file) ?? [];
      const meant = new Set(beside.filter((workload) => isMeant(policy, workload)).map(namespaceOf));
      const [only, ...more] = meant;
      if (only === undefined || only === FALLBACK_NAMESPACE || more.length > 0) continue;
      yield {
        code: "namespace-unset",
        facts: { namespace: FALLBACK_NAMESPACE, meant: only },
        at: namespaceOrigin(policy),
        object: policy.ref,
      };
    }
  },
  fix: {
    kind: "unsafe",
    edits: ({ at, facts: { meant } }) => ("step" in at ? [{ type: "set", at, value: meant }] : undefined),
  },
  word({ namespace, meant }) {
    return {
      message: `the policy has no namespace, and the pods it selects are in ${code(meant)}`,
      label: `\`namespace\` is missing; assuming ${code(namespace)}`,
      help: `add ${code(`namespace: ${meant}`)}`,
    };
  },
});

const namespaceOf = ({ namespace }: Workload): string => namespace;

/** True for pods that a policy would select if it were in their namespace. */
function isMeant({ subject }: Policy, { members }: Workload): boolean {
  const { pods } = subject;
  if (pods === undefined || pods.requirements.length === 0) return false;
  return members.some(({ labels }) => selects(pods, labels));
}
