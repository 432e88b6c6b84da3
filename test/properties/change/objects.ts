import type { KubernetesObject } from "../../reference/kubernetes.js";
import type { Scenario } from "../generate/scenario.js";

/** The objects of a scenario, each replaced by some; the same scenario where nothing is. */
export function withObjects(
  made: Scenario,
  replace: (object: KubernetesObject) => readonly KubernetesObject[],
): Scenario {
  const objects = made.objects.flatMap(replace);
  const isSame =
    objects.length === made.objects.length && objects.every((each, i) => each === made.objects[i]);
  return isSame ? made : { ...made, objects };
}

const POLICY_KINDS: ReadonlySet<string> = new Set([
  "NetworkPolicy",
  "AdminNetworkPolicy",
  "BaselineAdminNetworkPolicy",
  "ClusterNetworkPolicy",
]);

export function isPolicy({ kind }: KubernetesObject): boolean {
  return POLICY_KINDS.has(kind);
}

/** True for a policy of the 2016 design. */
export function is2016({ kind, apiVersion }: KubernetesObject, { facts }: Scenario): boolean {
  return kind === "NetworkPolicy" && facts.isLegacy && apiVersion === "extensions/v1beta1";
}

/** The scenario with other values inside its policies; see {@link mapValues}. */
export function withPolicyValues(
  made: Scenario,
  replace: (value: object, key: string) => unknown,
  isMeant: (object: KubernetesObject) => boolean = isPolicy,
): Scenario {
  return withObjects(made, (object) =>
    isMeant(object) ? [mapValues(object, "", replace) as KubernetesObject] : [object],
  );
}

/** A value in which each object and list is replaced, those inside first; what nothing replaces stays the same value. */
export function mapValues(
  value: unknown,
  key: string,
  replace: (value: object, key: string) => unknown,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapValues(item, "", replace));
    return replace(items.every((item, index) => item === value[index]) ? value : items, key);
  }
  const entries = Object.entries(value).map(
    ([name, child]) => [name, mapValues(child, name, replace)] as const,
  );
  const isSame = entries.every(([name, child]) => child === (value as Record<string, unknown>)[name]);
  return replace(isSame ? value : Object.fromEntries(entries), key);
}
