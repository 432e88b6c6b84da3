import { hasNamespaceField } from "../../../cluster/problems/names-namespace.js";
import { policiesInTiers } from "./rules.js";
import { proofsOf, type Proofs } from "./proofs.js";
import { selectorText } from "../../../questions/mistakes/selector-text.js";
import type { Cluster } from "../../../cluster/model/cluster.js";
import type { Policy, PodSelection } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/**
 * Makes a rule's check of a proof about the pods of the input, and of one that holds for whatever pods there are, for policies
 * whose pods the input does not have.
 */
export function provenWithoutPods(
  prove: (proofs: Proofs) => Iterable<Problem>,
  proveAlone: (cluster: Cluster) => Iterable<Problem>,
): (cluster: Cluster) => Iterable<Problem> {
  return function* (cluster) {
    if (cluster.policies.length === 0) return;
    if (cluster.workloads.length > 0) yield* prove(proofsOf(cluster));
    // In a whole cluster, a namespace without pods has none: other rules say what that means.
    if (!cluster.facts.isComplete) yield* proveAlone(cluster);
  };
}

/** NetworkPolicies in namespaces of which the input has no pods. */
export function policiesAlone(cluster: Cluster): Policy[] {
  const withPods = new Set(cluster.workloads.map(({ namespace }) => namespace));
  return policiesInTiers(cluster, "NetworkPolicy").filter(
    ({ isolates, ref }) => isolates && !withPods.has(ref.namespace ?? ""),
  );
}

/**
 * True for policies of one namespace that are applied together: those that name none, in several files, may be examples of which
 * one is chosen.
 */
export function areTogether(a: Policy, b: Policy): boolean {
  if (a.origin.document.file === b.origin.document.file) return true;
  return hasNamespaceField(a) && hasNamespaceField(b);
}

/** Pods that nothing shows, as `anp explain` takes them (`shop/app=db`), or all of a namespace. */
export function selectionName(policy: Policy, namespace: string, { pods }: PodSelection): string {
  const isNamed = namespace !== policy.ref.namespace || hasNamespaceField(policy);
  if (pods === undefined || pods.requirements.length === 0)
    return isNamed ? `namespace ${namespace}` : "podSelector: {}";
  const labels = selectorText(pods);
  return isNamed ? `${namespace}/${labels}` : labels;
}
