import { isNameKey } from "./name-keys.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import { oncePer } from "../../base/collections/once-per.js";
import { podIndexOf } from "./pod-index.js";
import { selectorsOf, type UsedSelector } from "../../cluster/model/policy-parts.js";
import { SYSTEM_NAMESPACES } from "./system-namespaces.js";
import { Vocabulary } from "./vocabulary.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Problem } from "../../cluster/problems/problem.js";
import type { Requirement } from "../../cluster/model/selector.js";

/** Conditions that exclude values of a label which nothing has: what lacks the label is selected. */
export function* emptyExclusions(cluster: Cluster): Generator<Problem> {
  for (const policy of cluster.policies) {
    for (const used of selectorsOf(policy)) {
      for (const requirement of used.selector.requirements) {
        const { key, operator, values, origin } = requirement;
        const { of } = used;
        if (operator !== "NotIn" || origin === undefined || of === "nodes") continue;
        if (!isEmpty(cluster, used, requirement)) continue;
        const meant = of === "namespaces" ? values.find((value) => isNamespace(cluster, value)) : undefined;
        if (!cluster.facts.isComplete && (meant === undefined || !isNameKey(key))) continue;
        yield {
          code: "selector-matches-all-by-negation",
          facts: { condition: { key, operator, values }, of, meant },
          at: origin,
          object: policy.ref,
        };
      }
    }
  }
}

function isEmpty(cluster: Cluster, { of }: UsedSelector, { key }: Requirement): boolean {
  if (key === NAMESPACE_NAME_LABEL) return false;
  const { namespaces, pods } = vocabulariesOf(cluster);
  // Of a namespace that is only referred to, labels are not known: but nothing sets a name by itself.
  const known = of === "pods" ? pods : namespaces;
  return !known.keys.has(key) && (isNameKey(key) || !known.isOpen(key));
}

const vocabulariesOf = oncePer((cluster: Cluster) => {
  const index = podIndexOf(cluster);
  const classes = [...cluster.namespaces.keys()].flatMap((name) => index.in(name));
  return { namespaces: Vocabulary.ofNamespaces(cluster), pods: Vocabulary.ofPods(classes) };
});

function isNamespace({ namespaces }: Cluster, name: string): boolean {
  return SYSTEM_NAMESPACES.includes(name) || namespaces.has(name);
}
