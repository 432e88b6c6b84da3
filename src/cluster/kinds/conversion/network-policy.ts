import { field, items, type Node } from "../../../source/manifest/node.js";
import { fresh, inPlaceOf, objectOf, old, withEntries } from "./parts.js";
import { isServerSet, newMetadata } from "./metadata.js";
import type { Dropped } from "./outcome.js";
import type { Design } from "../network-policy/decode.js";
import type { Json } from "../../../source/edit/edit.js";
import type { RewrittenEntry, Rewriting } from "../../../source/edit/rewrite/rewriting.js";

/** The version that NetworkPolicies are converted to, served since Kubernetes 1.7. */
export const NETWORK_POLICY_VERSION = "networking.k8s.io/v1";

/** A NetworkPolicy of extensions/v1beta1 in networking.k8s.io/v1, with what is left out. */
export interface ConvertedNetworkPolicy {
  readonly rewriting: Rewriting;
  readonly dropped: readonly Dropped[];
  /** Its egress rules, which the design of 2016 does not have: they have no effect, before and after. */
  readonly egress: Node | undefined;
}

/**
 * A NetworkPolicy of extensions/v1beta1 as one of networking.k8s.io/v1 (S-MIG-1…5).
 * @param design what it means: as released with 1.7, or as the design of 2016 had it
 */
export function asNetworkPolicy(object: Node, design: Design): ConvertedNetworkPolicy {
  const dropped: Dropped[] = [];
  const is2016 = design === "2016";
  const spec = field(object, "spec");
  const kind = { apiVersion: NETWORK_POLICY_VERSION, kind: "NetworkPolicy" };
  const rewriting = objectOf(kind, object, (key, value) => {
    if (isServerSet(key)) return [];
    switch (key) {
      case "metadata":
        return [inPlaceOf(value, key, newMetadata(value, undefined))];
      case "spec":
        return spec === undefined ? undefined : [inPlaceOf(value, key, newSpec(value, is2016, dropped))];
      default:
        return undefined;
    }
  });
  return { rewriting, dropped, egress: is2016 ? field(spec, "egress") : undefined };
}

function newSpec(spec: Node, is2016: boolean, dropped: Dropped[]): Rewriting {
  const written = items(field(spec, "policyTypes"));
  const types = typesOf(spec, is2016);
  const isSame = written.length === types.length && written.every(({ value }, i) => value === types[i]);
  const kept = withEntries(spec, (key, value): readonly RewrittenEntry[] | undefined => {
    if (key === "policyTypes" && !isSame) return [inPlaceOf(value, key, fresh(types))];
    if (key !== "ingress" || !is2016) return undefined;
    return [inPlaceOf(value, key, rulesThatMatch(value, dropped))];
  });
  if (kept.entries.some(({ key }) => key === "policyTypes")) return kept;
  const behind = kept.entries.findIndex(({ key }) => key === "podSelector") + 1;
  return { ...kept, entries: kept.entries.toSpliced(behind, 0, { key: "policyTypes", value: fresh(types) }) };
}

/** What the server would fill in; the design of 2016 has ingress alone (S-LEG-3). */
function typesOf(spec: Node, is2016: boolean): string[] {
  if (is2016) return ["Ingress"];
  const written = items(field(spec, "policyTypes"));
  if (written.length > 0) return written.map(({ value }) => String(value));
  return items(field(spec, "egress")).length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
}

/** In the design of 2016 an empty list matches nothing; now it matches everything (S-MIG-4). */
function rulesThatMatch(list: Node, dropped: Dropped[]): Rewriting {
  const rules = items(list);
  const kept = rules.filter((rule, index) => {
    const empty = ["from", "ports"].flatMap((key) => {
      const each = field(rule, key);
      return each !== undefined && items(each).length === 0 ? [each] : [];
    });
    for (const { origin: at } of empty)
      dropped.push({
        code: "empty-list",
        at,
        rule: index,
        direction: "ingress",
        action: "Accept",
        isWholeRule: true,
      });
    return empty.length === 0;
  });
  if (kept.length === rules.length) return old(list);
  return { type: "list", at: list.origin, items: kept.map(old) };
}

/** The policy that isolates every pod of a namespace for ingress, as its annotation did in the design of 2016 (S-MIG-2). */
export function defaultDeny(namespace: string, name: string): Json {
  return {
    apiVersion: NETWORK_POLICY_VERSION,
    kind: "NetworkPolicy",
    metadata: { name, namespace },
    spec: { podSelector: {}, policyTypes: ["Ingress"] },
  };
}
