import { kindNamed } from "../query/kind-names.js";
import { UsageError } from "./exit.js";
import type { DeletedObject } from "../load/deleted.js";

/** Reads the values of `--delete`. @throws {UsageError} for what is not `kind/name` or `kind/namespace/name` */
export function deletedObjects(names: readonly string[], namespace: string): DeletedObject[] {
  return names.map((text) => deletedObject(text, namespace));
}

const SHAPE =
  "it takes kind/namespace/name, or kind/name for a kind without namespaces or in the namespace of -n";

function deletedObject(text: string, namespace: string): DeletedObject {
  const parts = text.split("/");
  const [word = "", second = "", third] = parts;
  if (parts.length < 2 || parts.length > 3 || parts.includes(""))
    throw new UsageError(`--delete cannot read ${JSON.stringify(text)}`, SHAPE);
  const kind = (POLICY_KINDS.get(word.toLowerCase()) ?? kindNamed(word) ?? word).toLowerCase();
  if (!CLUSTER_SCOPED.has(kind))
    return third === undefined ? { kind, namespace, name: second } : { kind, namespace: second, name: third };
  if (third !== undefined) throw new UsageError(`--delete ${text}: ${word} has no namespace`, SHAPE);
  return { kind, namespace: undefined, name: second };
}

/** The kinds that are no endpoints, with every name that kubectl takes for them. */
const POLICY_KINDS: ReadonlyMap<string, string> = new Map(
  [
    ["NetworkPolicy", "networkpolicies", "netpol"],
    ["AdminNetworkPolicy", "adminnetworkpolicies", "anp"],
    ["BaselineAdminNetworkPolicy", "baselineadminnetworkpolicies", "banp"],
    ["ClusterNetworkPolicy", "clusternetworkpolicies", "cnp"],
    ["Namespace", "namespaces", "ns"],
  ].flatMap(([kind = "", ...names]) => names.map((name): [string, string] => [name, kind])),
);

const CLUSTER_SCOPED: ReadonlySet<string> = new Set([
  "adminnetworkpolicy",
  "baselineadminnetworkpolicy",
  "clusternetworkpolicy",
  "namespace",
  "node",
]);
