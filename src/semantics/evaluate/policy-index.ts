import { oncePer } from "../../base/collections/once-per.js";
import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Policy } from "../../cluster/model/policy.js";
import type { LabelView } from "../match/selector.js";
import type { Requirement, Selector } from "../../cluster/model/selector.js";

/**
 * Finds the policies that may select a pod without asking every one of them. Each policy is filed under one condition
 * that its subject must fulfil, the most telling one that it has; a superset is returned, and asked in full.
 */
class PolicyIndex {
  readonly #byOwnNamespace = new Map<string, Bucket>();
  readonly #byNamespaceLabel = new Bucket();
  readonly #byPodLabel = new Bucket();

  constructor(policies: readonly Policy[]) {
    for (const policy of policies) this.#file(policy);
  }

  #file(policy: Policy): void {
    const { namespaces, pods } = policy.subject;
    if (namespaces.own !== undefined) {
      const bucket = this.#byOwnNamespace.get(namespaces.own) ?? new Bucket();
      this.#byOwnNamespace.set(namespaces.own, bucket);
      bucket.add(pods, policy);
    } else if (pivotOf(namespaces.selector) === undefined) this.#byPodLabel.add(pods, policy);
    else this.#byNamespaceLabel.add(namespaces.selector, policy);
  }

  /** Policies that may select a pod with these labels, in this namespace. */
  find(namespace: string, namespaceLabels: LabelView, podLabels: LabelView): Policy[] {
    return [
      ...(this.#byOwnNamespace.get(namespace)?.find(podLabels) ?? []),
      ...this.#byNamespaceLabel.find(namespaceLabels),
      ...this.#byPodLabel.find(podLabels),
    ];
  }
}

/** The condition that a selector is filed under: one key with its possible values. */
export function pivotOf(
  selector: Selector | undefined,
): { key: string; values: readonly string[] } | undefined {
  if (selector === undefined || selector.unbuildable === true) return undefined;
  let fewest: Requirement | undefined;
  for (const each of selector.requirements) {
    if (each.operator !== "In") continue;
    if (each.key === NAMESPACE_NAME_LABEL) return each;
    if (fewest === undefined || each.values.length < fewest.values.length) fewest = each;
  }
  return fewest;
}

class Bucket {
  readonly #always: Policy[] = [];
  readonly #byKey = new Map<string, Map<string, Policy[]>>();

  add(selector: Selector | undefined, policy: Policy): void {
    const pivot = pivotOf(selector);
    if (pivot === undefined) {
      this.#always.push(policy);
      return;
    }
    const byValue = this.#byKey.get(pivot.key) ?? new Map<string, Policy[]>();
    this.#byKey.set(pivot.key, byValue);
    for (const value of pivot.values) {
      const policies = byValue.get(value);
      if (policies === undefined) byValue.set(value, [policy]);
      else policies.push(policy);
    }
  }

  find({ labels, unsettled }: LabelView): Policy[] {
    const found = new Set(this.#always);
    for (const [key, byValue] of this.#byKey) {
      const value = labels[key];
      const isOpen = unsettled?.(key) !== undefined;
      const policies = isOpen
        ? [...byValue.values()].flat()
        : value === undefined
          ? []
          : (byValue.get(value) ?? []);
      for (const policy of policies) found.add(policy);
    }
    return [...found];
  }
}

/** The index of a cluster's policies, made once. */
export const policyIndexOf = oncePer((cluster: Cluster) => new PolicyIndex(cluster.policies));
