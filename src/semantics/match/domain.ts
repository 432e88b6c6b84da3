import { lookUpName, normaliseDomain } from "../../cluster/model/cluster-names.js";
import type { Cluster } from "../../cluster/model/cluster.js";

/**
 * True where a name matches a rule's domain name: the same name, or below `*.` one or more labels deeper, never the
 * name itself (S-FQ-3). Case and one trailing dot do not matter. Compared label by label: no pattern is ever compiled.
 */
export function matchesDomain(pattern: string, name: string): boolean {
  const wanted = normaliseDomain(pattern);
  const given = normaliseDomain(name);
  if (!wanted.startsWith("*.")) return wanted === given;
  return given.endsWith(wanted.slice(1)) && given.length > wanted.length - 1;
}

/** True where a rule's domain name matches what was asked for: as it was typed, or the whole name that a pod makes of it. */
export function matchesAskedName(pattern: string, name: string, cluster: Cluster): boolean {
  if (matchesDomain(pattern, name)) return true;
  const found = lookUpName(cluster, name);
  return found.type === "found" && matchesDomain(pattern, found.name.fqdn);
}
