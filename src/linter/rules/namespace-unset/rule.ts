import bad from "./bad.yaml";
import good from "./good.yaml";
import { namespaceOrigin } from "../../../cluster/problems/object-places.js";
import { code } from "../words/code.js";
import { defineRule } from "../define.js";
import { isWritten, locate } from "../../../source/manifest/locate.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Where the namespace of an object without one is, unless the user names another. */
const FALLBACK = "default";

/**
 * Told for NetworkPolicies without a namespace, unless everything in the input has none and lands together (S-IN-8).
 */
export const namespaceUnset = defineRule({
  id: "namespace-unset",
  level: "warning",
  category: "never-works",
  summary: "a NetworkPolicy without a namespace",
  rationale:
    "A NetworkPolicy selects only pods in its own namespace. Without one it goes to the current namespace of whoever applies it, usually `default`, and silently leaves the intended pods unprotected. anp doesn't report it if nothing in the input has a namespace.",
  reference: "S-IN-8",
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    if (landsTogether(cluster)) return;
    for (const policy of cluster.policies) {
      if (policy.ref.namespace !== FALLBACK || namesNamespace(policy)) continue;
      yield {
        code: "namespace-unset",
        facts: { namespace: FALLBACK },
        at: namespaceOrigin(policy),
        object: policy.ref,
      };
    }
  },
  word({ namespace }) {
    return {
      message: `the policy has no namespace; assuming ${code(namespace)}`,
      label: "`namespace` is missing",
      help: `add \`metadata.namespace\`, or pass \`--namespace\` if it is set when you apply`,
    };
  },
});

/** True where the workloads and policies of the input are all in the fallback. */
function landsTogether({ workloads, policies }: Cluster): boolean {
  const used = [...workloads.map(({ namespace }) => namespace), ...policies.map(({ ref }) => ref.namespace)];
  return workloads.length > 0 && used.every((name) => name === undefined || name === FALLBACK);
}

/** Texts that say nothing, which the API server takes as missing. */
const NOTHING: ReadonlySet<string> = new Set(["", '""', "''", "~", "null"]);

function namesNamespace(policy: Policy): boolean {
  const namespace = namespaceOrigin(policy);
  if (!isWritten(namespace)) return false;
  const { start, end } = locate(namespace);
  return !NOTHING.has(namespace.document.file.text.slice(start, end));
}
