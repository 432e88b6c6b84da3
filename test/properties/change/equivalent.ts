import type { Change } from "../law.js";
import { is2016, isPolicy, withObjects, withPolicyValues } from "./objects.js";
import type { KubernetesObject, NetworkPolicySpec } from "../../reference/kubernetes.js";
import type { LabelSelector } from "../../reference/selectors.js";

/** `matchLabels: {k: v}` as `k In [v]` (S-SEL-1). */
export const labelsAsExpressions: Change = (made) =>
  withPolicyValues(made, (value) => {
    const { matchLabels, matchExpressions, ...rest } = value as LabelSelector;
    if (!matchLabels || Object.keys(matchLabels).length === 0) return value;
    const expressions = Object.entries(matchLabels).map(([key, each]) => ({
      key,
      operator: "In",
      values: [each],
    }));
    return { ...rest, matchExpressions: [...expressions, ...(matchExpressions ?? [])] };
  });

/** Every NetworkPolicy as one policy per rule of each direction in which it acts. */
export const onePolicyPerRule: Change = (made) =>
  withObjects(made, (object) => {
    if (object.kind !== "NetworkPolicy") return [object];
    const specs = is2016(object, made) ? specsPerRule2016(object) : specsPerRule(object);
    if (specs.length < 2) return [object];
    return specs.map((spec, index) => ({
      ...object,
      metadata: { ...object.metadata, name: `${object.metadata?.name}-${index}` },
      spec,
    }));
  });

/** A direction without rules isolates all the same, so it keeps a policy of its own. */
function specsPerRule(object: KubernetesObject): NetworkPolicySpec[] {
  const { podSelector, ...spec } = (object.spec ?? {}) as NetworkPolicySpec;
  const selector = podSelector === undefined ? {} : { podSelector };
  return directionsOf(spec).flatMap((direction): NetworkPolicySpec[] => {
    const policyTypes = [direction === "ingress" ? "Ingress" : "Egress"];
    const rules = spec[direction] ?? [];
    if (rules.length === 0) return [{ ...selector, policyTypes }];
    return rules.map((rule) => ({ ...selector, policyTypes, [direction]: [rule] }));
  });
}

/** In the 2016 design the namespace isolates, not the policy. */
function specsPerRule2016({ spec }: KubernetesObject): NetworkPolicySpec[] {
  const { ingress, ...rest } = spec as NetworkPolicySpec;
  return (ingress ?? []).map((rule) => ({ ...rest, ingress: [rule] }));
}

/** The directions in which a NetworkPolicy acts, each once (1.3.1). */
export function directionsOf({ policyTypes, egress }: NetworkPolicySpec): readonly ("ingress" | "egress")[] {
  const types = policyTypes?.length ? policyTypes : ["Ingress", ...(egress?.length ? ["Egress"] : [])];
  return (["ingress", "egress"] as const).filter((each) =>
    types.includes(each === "ingress" ? "Ingress" : "Egress"),
  );
}

/** Other priorities in the same order: as low as they go, or as high. Each kind and tier has an order of its own. */
export const renumberPriorities: Change = (made, random) => {
  const policies = made.objects.filter(isPolicy);
  const renumbered = new Map<KubernetesObject, number>();
  for (const name of new Set(policies.map(groupOf))) {
    const group = policies.filter((object) => groupOf(object) === name);
    const used = [...new Set(group.map(priorityOf))].toSorted((a, b) => a - b);
    const base = random.happens(1, 2) ? 0 : 1001 - used.length;
    for (const object of group) renumbered.set(object, base + used.indexOf(priorityOf(object)));
  }
  return withObjects(made, (object) => {
    const priority = renumbered.get(object);
    const spec = object.spec as { readonly priority?: number };
    return spec?.priority === undefined || spec.priority === priority
      ? [object]
      : [{ ...object, spec: { ...spec, priority } }];
  });
};

function groupOf({ kind, spec }: KubernetesObject): string {
  return `${kind} ${(spec as { readonly tier?: string } | undefined)?.tier ?? ""}`;
}

function priorityOf({ spec }: KubernetesObject): number {
  return (spec as { readonly priority?: number } | undefined)?.priority ?? 0;
}
