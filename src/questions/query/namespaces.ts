import { NAMESPACE_NAME_LABEL } from "../../cluster/model/labels.js";
import { namedValues } from "../../semantics/match/tenancy.js";
import { nearestNames } from "./suggest.js";
import type { Cluster } from "../../cluster/model/cluster.js";

/** The namespaces that every cluster has. */
const ALWAYS: ReadonlySet<string> = new Set(["default", "kube-node-lease", "kube-public", "kube-system"]);

/** Shorter names are near to any other one. */
const SHORTEST_SLIP = 3;

/**
 * The namespaces that may have been meant with one that is not there; undefined where it is there, is said to be new, or may be
 * there for all that the input tells: where no Namespace is in it, only what is near a known name is taken for a slip.
 */
export function missingNamespace(cluster: Cluster, name: string): readonly string[] | undefined {
  const { namespaces, facts } = cluster;
  if (namedValues(cluster).get(NAMESPACE_NAME_LABEL)?.has(name) === true) return undefined;
  if (namespaces.has(name) || ALWAYS.has(name) || facts.newNamespaces.includes(name)) return undefined;
  if (facts.forbidden.some(({ kind }) => kind === "Namespace")) return undefined;
  const near = nearestNames(name, [...namespaces.keys()]);
  if ([...namespaces.values()].some(({ isKnown }) => isKnown)) return near;
  return near.length > 0 && name.length >= SHORTEST_SLIP ? near : undefined;
}
