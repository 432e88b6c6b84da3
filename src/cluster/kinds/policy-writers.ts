import { groupOf } from "./policy-apis.js";
import { isMapping, type Value } from "../../source/manifest/value.js";
import { POLICY_APIS } from "./policy-table.js";
import type { ForeignPart } from "./registry.js";

/**
 * Kinds whose objects hold other objects, and of which some controller writes those into a cluster, by group: what they may do if a
 * policy is among them. A controller that writes into its own cluster decides anywhere there; others write into clusters that they
 * manage, so that nothing of it is said here.
 */
const WRITERS: ReadonlyMap<string, ReadonlyMap<string, ForeignPart>> = new Map(
  (
    [
      ["kyverno.io", "ClusterPolicy Policy", "decides in the cluster"],
      ["policies.kyverno.io", "GeneratingPolicy NamespacedGeneratingPolicy", "decides in the cluster"],
      ["kubernetes.crossplane.io", "Object", "decides in the cluster"],
      ["kubernetes.m.crossplane.io", "Object", "decides in the cluster"],
      ["policy.open-cluster-management.io", "Policy ConfigurationPolicy", "decides in the cluster"],
      ["work.open-cluster-management.io", "ManifestWork ManifestWorkReplicaSet", "other"],
      ["hive.openshift.io", "SyncSet SelectorSyncSet", "other"],
      ["fleet.cattle.io", "Bundle", "other"],
    ] as const
  ).map(([group, kinds, part]) => [group, new Map(kinds.split(" ").map((kind) => [kind, part]))]),
);

/** What an object of a kind may do if it holds a policy; undefined for kinds that hold none. */
export function writerPart(apiVersion: string, kind: string): ForeignPart | undefined {
  return WRITERS.get(groupOf(apiVersion))?.get(kind);
}

/** The kinds of ours, and those of other vendors that are called so. */
const POLICY_KIND = new RegExp(`^(?:\\w*NetworkPolicy|${POLICY_APIS.map(({ kind }) => kind).join("|")})$`);

/** The same in a text that holds objects, as YAML, JSON or an expression: `kind: NetworkPolicy`, `"kind": dyn("NetworkPolicy")`. */
const POLICY_IN_TEXT = /\bkind["']?\s*:\s*(?:dyn\()?["']?\w*NetworkPolicy\b/;

/**
 * True for a value with a policy somewhere in it: a mapping that says its `apiVersion` and a kind of policy, or a text with such a kind.
 * What only asks about policies (`kinds: [NetworkPolicy]`) holds none.
 */
export function holdsPolicy(value: Value): boolean {
  const open: Value[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string") {
      if (POLICY_IN_TEXT.test(next)) return true;
    } else if (Array.isArray(next)) open.push(...(next as readonly Value[]));
    else if (isMapping(next)) {
      const { apiVersion, kind } = next;
      if (typeof apiVersion === "string" && typeof kind === "string" && POLICY_KIND.test(kind)) return true;
      for (const key in next) open.push(next[key]!);
    }
  }
  return false;
}
