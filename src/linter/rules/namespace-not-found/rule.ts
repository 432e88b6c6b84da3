import bad from "./bad.yaml";
import good from "./good.yaml";
import { byPlace, namespaceOrigin } from "../../../cluster/problems/object-places.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { all, code } from "../words/code.js";
import { count } from "../../../base/text/count.js";
import { defineRule } from "../define.js";
import { hasNamespaceField } from "../../../cluster/problems/names-namespace.js";
import { sortedNamespaces } from "../../../questions/mistakes/pod-index.js";
import { Names } from "../../../questions/mistakes/misspelt.js";
import { selects } from "../../../semantics/match/selector.js";
import { selectorText } from "../../../questions/mistakes/selector-text.js";
import { SYSTEM_NAMESPACES } from "../../../questions/mistakes/system-namespaces.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** One finding for each namespace that policies are in and nothing else of the input names (S-NS-2). */
export const namespaceNotFound = defineRule({
  id: "namespace-not-found",
  level: "warning",
  category: "never-works",
  summary: "a policy in a namespace that isn't in the input",
  rationale:
    "A NetworkPolicy selects only pods in its own namespace. If the namespace doesn't exist, applying the policy fails. anp doesn't report namespaces that have pods in the input, or input without any Namespace; and, unless the input is a whole cluster, only names that look misspelt, or whose policies select the pods of one other namespace: another repository may own the Namespace.",
  reference: "S-NS-2",
  needs: ["namespaces"],
  examples: { bad, good },
  *check(cluster): Generator<Problem> {
    const known = sortedNamespaces(cluster).flatMap(({ isKnown, name }) => (isKnown ? [name] : []));
    const names = new Names(known);
    for (const [namespace, policies] of policiesByMissingNamespace(cluster)) {
      const [first, ...others] = policies;
      const meant = names.meantBy(namespace) ?? namespaceOfPods(cluster, policies);
      if (meant === undefined && !cluster.facts.isComplete) continue;
      yield {
        code: "namespace-not-found",
        facts: {
          namespace,
          ...(meant === undefined ? {} : { meant }),
          known: known.slice(0, NAMED),
          policies: policies.length,
        },
        at: namespaceOrigin(first),
        related: others.slice(0, SHOWN).map((policy) => ({ at: namespaceOrigin(policy), role: "too" })),
        object: first.ref,
      };
    }
  },
  fix: {
    kind: "unsafe",
    edits: ({ at, related = [], facts: { meant } }) =>
      meant === undefined
        ? undefined
        : [at, ...related.map((each) => each.at)].flatMap((each) =>
            "step" in each ? [{ type: "set" as const, at: each, value: meant }] : [],
          ),
  },
  word({ namespace, meant, known, policies }, { related = [] }) {
    const others = policies - 1 - related.length;
    return {
      message: `the namespace ${code(namespace)} is not in the input`,
      label: "no Namespace has this name",
      related: related.map(() => "this policy is in it too"),
      ...(others > 0 ? { notes: [count(others, "more policy is in it", "more policies are in it")] } : {}),
      help:
        meant === undefined
          ? `add the Namespace, or use one of these: ${all(known)}`
          : `write ${code(meant)}`,
    };
  },
});

/** How many namespaces, and how many policies beside the first, are shown. */
const NAMED = 5;
const SHOWN = 3;

/** The one namespace whose pods have what several of some policies select, and where no policy is. */
function namespaceOfPods(cluster: Cluster, policies: readonly Policy[]): string | undefined {
  const found = new Map<string, Set<string>>();
  for (const { subject } of policies) {
    const { pods } = subject;
    if (pods === undefined || pods.requirements.length === 0) continue;
    cluster.work?.take(cluster.workloads.length);
    for (const { namespace, members } of cluster.workloads)
      if (members.some(({ labels }) => selects(pods, labels)))
        found.set(namespace, (found.get(namespace) ?? new Set()).add(selectorText(pods)));
  }
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return undefined;
  const [namespace, subjects] = only;
  const isTaken = cluster.policies.some(({ ref }) => ref.namespace === namespace);
  return subjects.size >= 2 && !isTaken ? namespace : undefined;
}

/** Policies that write a namespace of which the input has neither the object nor a pod. */
function policiesByMissingNamespace({
  namespaces,
  workloads,
  policies,
}: Cluster): Map<string, [Policy, ...Policy[]]> {
  const used = new Set([...SYSTEM_NAMESPACES, ...workloads.map(({ namespace }) => namespace)]);
  const isMissing = (policy: Policy): boolean => {
    const { namespace } = policy.ref;
    if (namespace === undefined || used.has(namespace)) return false;
    return namespaces.get(namespace)?.isKnown !== true && hasNamespaceField(policy);
  };
  return groupBy(policies.toSorted(byPlace).filter(isMissing), ({ ref }) => ref.namespace ?? "");
}
