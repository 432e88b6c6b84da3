import { groupBy } from "../../base/collections/group-by.js";
import { namespaceLabels } from "../../semantics/match/party.js";
import { selects, splitBySelector } from "../../semantics/match/selector.js";
import { World } from "../../semantics/match/world.js";
import type { Cluster, Namespace } from "../../cluster/model/cluster.js";
import type { NamespaceLabelValues } from "../../cluster/kinds/conversion/compared.js";
import type { LabelCondition, Selector } from "../../cluster/model/selector.js";

/** The subjects of a policy whose namespaces have the same values of some labels. */
export interface Tenant {
  readonly conditions: readonly LabelCondition[];
  readonly values: NamespaceLabelValues;
}

/**
 * The namespaces that a subject may select and of which it is not known whether it does, or which values some labels have there,
 * by name.
 */
export function unknownNamespaces(
  selector: Selector,
  keys: readonly string[],
  cluster: Cluster,
): readonly string[] {
  const asked = [...selector.requirements.map(({ key }) => key), ...keys];
  return [...cluster.namespaces.values()]
    .filter((namespace) => {
      const view = namespaceLabels(namespace);
      const isOpen = !namespace.isKnown || asked.some((key) => view.unsettled?.(key) !== undefined);
      // What is known, such as the name, may rule it out.
      return isOpen && splitBySelector(World.ANY, selector, view).yes.length > 0;
    })
    .map(({ name }) => name)
    .toSorted();
}

/** The values that the labels have in the namespaces of the input that a subject selects, sorted. */
export function tenantsIn(selector: Selector, keys: readonly string[], cluster: Cluster): readonly Tenant[] {
  const selected = [...cluster.namespaces.values()].filter(
    ({ isKnown, labels }) => isKnown && selects(selector, labels),
  );
  const byValues = groupBy(selected, ({ labels }: Namespace) =>
    JSON.stringify(keys.map((key) => labels[key] ?? null)),
  );
  return [...byValues]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, [namespace]]) => {
      const values = new Map(keys.map((key) => [key, namespace?.labels[key]]));
      return { values, conditions: [...values].map(([key, value]) => conditionOf(key, value)) };
    });
}

function conditionOf(key: string, value: string | undefined): LabelCondition {
  return value === undefined
    ? { key, operator: "DoesNotExist", values: [] }
    : { key, operator: "In", values: [value] };
}

/**
 * Conditions that hold for every namespace that is of none of some tenants, as lists of which exactly one holds:
 * a label whose value none of them has, behind labels whose values some of them have.
 */
export function otherTenants(
  tenants: readonly Tenant[],
  keys: readonly string[],
): readonly (readonly LabelCondition[])[] {
  const [key, ...deeper] = keys;
  if (key === undefined) return [];
  const byValue = groupBy(tenants, ({ values }) => values.get(key));
  const present = [...byValue.keys()].flatMap((value) => value ?? []).toSorted();
  const none: readonly LabelCondition[] = [
    ...(byValue.has(undefined) ? [{ key, operator: "Exists" as const, values: [] }] : []),
    ...(present.length === 0 ? [] : [{ key, operator: "NotIn" as const, values: present }]),
  ];
  const below = [...byValue].flatMap(([value, some]) =>
    otherTenants(some, deeper).map((rest) => [conditionOf(key, value), ...rest]),
  );
  return [none, ...below];
}
