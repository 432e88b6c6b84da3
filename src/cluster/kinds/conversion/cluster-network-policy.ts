import { field, items, type Node } from "../../../source/manifest/node.js";
import { fresh, inPlaceOf, mappingOf, objectOf, old, withEntries } from "./parts.js";
import { isServerSet, newMetadata } from "./metadata.js";
import type { Direction } from "../../model/policy.js";
import type { Json } from "../../../source/edit/edit.js";
import type { LabelCondition } from "../../model/selector.js";
import type { RewrittenEntry, Rewriting } from "../../../source/edit/rewrite/rewriting.js";

/** What is new about a ClusterNetworkPolicy that takes the place of a policy of v1alpha1, or stands beside it. */
export interface NewPolicy {
  /** Undefined for the written one. */
  readonly name: string | undefined;
  readonly tier: "Admin" | "Baseline";
  /** Undefined for the written one. */
  readonly priority: number | undefined;
  /**
   * What is asked of the labels of the subject's namespaces beside what is written; one that asks for a value asks for a single
   * one, which what is written does not rule out.
   */
  readonly conditions: readonly LabelCondition[];
  /** Undefined where the direction is not written. */
  readonly rules: Readonly<Record<Direction, readonly Rewriting[] | undefined>>;
}

/** The version that converted policies are written in. */
export const CLUSTER_NETWORK_POLICY_VERSION = "policy.networking.k8s.io/v1alpha2";

/** A policy of v1alpha1 as a ClusterNetworkPolicy (S-MIG-10). */
export function asClusterNetworkPolicy(object: Node, policy: NewPolicy): Rewriting {
  const kind = { apiVersion: CLUSTER_NETWORK_POLICY_VERSION, kind: "ClusterNetworkPolicy" };
  return objectOf(kind, object, (key, value) => {
    if (isServerSet(key)) return [];
    switch (key) {
      case "metadata":
        return [inPlaceOf(value, key, newMetadata(value, policy.name))];
      case "spec":
        return [inPlaceOf(value, key, newSpec(value, policy))];
      default:
        return undefined;
    }
  });
}

function newSpec(spec: Node, policy: NewPolicy): Rewriting {
  const { tier, priority, conditions, rules } = policy;
  const isPriorityWritten = field(spec, "priority") !== undefined;
  const rest = withEntries(spec, (key, value): readonly RewrittenEntry[] | undefined => {
    switch (key) {
      case "priority":
        return priority === undefined ? undefined : [inPlaceOf(value, key, fresh(priority))];
      case "subject":
        return conditions.length === 0 ? undefined : [inPlaceOf(value, key, narrowed(value, conditions))];
      case "ingress":
      case "egress": {
        const list = rules[key];
        return list === undefined
          ? []
          : [inPlaceOf(value, key, { type: "list", at: value.origin, items: list })];
      }
      default:
        return undefined;
    }
  });
  return {
    ...rest,
    entries: [
      { key: "tier", value: fresh(tier) },
      ...(isPriorityWritten || priority === undefined ? [] : [{ key: "priority", value: fresh(priority) }]),
      ...rest.entries,
    ],
  };
}

/** A subject with further conditions on its namespaces. */
function narrowed(subject: Node, conditions: readonly LabelCondition[]): Rewriting {
  return withEntries(subject, (key, value) => {
    if (value.value === null) return undefined;
    if (key === "namespaces") return [inPlaceOf(value, key, withConditions(value, conditions))];
    const pods = withEntries(value, (inner, selector) =>
      inner === "namespaceSelector"
        ? [inPlaceOf(selector, inner, withConditions(selector, conditions))]
        : undefined,
    );
    return [inPlaceOf(value, key, pods)];
  });
}

/** A selector with further conditions: labels with one value, and expressions. */
function withConditions(selector: Node, conditions: readonly LabelCondition[]): Rewriting {
  const labels = field(selector, "matchLabels");
  const expressions = field(selector, "matchExpressions");
  const asked = conditions.filter(({ operator }) => operator === "In");
  const newLabels = asked.flatMap(({ key, values: [value] }): [string, string][] =>
    value === undefined || field(labels, key) !== undefined ? [] : [[key, value]],
  );
  const rest = conditions.filter((each) => !asked.includes(each));
  const newExpressions = rest.map(({ key, operator, values }): Json =>
    values.length === 0 ? { key, operator } : { key, operator, values: [...values] },
  );
  const kept = withEntries(selector, (key, value) => {
    if (key === "matchLabels" && labels !== undefined && newLabels.length > 0) {
      const all = withEntries(value, () => undefined);
      const added = newLabels.map(([label, text]) => ({ key: label, value: fresh(text) }));
      return [inPlaceOf(value, key, { ...all, entries: [...all.entries, ...added] })];
    }
    if (key === "matchExpressions" && expressions !== undefined && newExpressions.length > 0) {
      const all = [...items(value).map(old), ...newExpressions.map(fresh)];
      return [inPlaceOf(value, key, { type: "list", at: value.origin, items: all })];
    }
    return value.value === null ? [] : undefined;
  });
  const missing: RewrittenEntry[] = [
    ...(labels === undefined && newLabels.length > 0
      ? [
          {
            key: "matchLabels",
            value: mappingOf(Object.fromEntries(newLabels.map(([k, v]) => [k, fresh(v)]))),
          },
        ]
      : []),
    ...(expressions === undefined && newExpressions.length > 0
      ? [{ key: "matchExpressions", value: fresh(newExpressions) }]
      : []),
  ];
  return { ...kept, entries: [...kept.entries, ...missing] };
}
