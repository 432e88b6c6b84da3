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

/** True where a rule's domain name matches what was asked for. */
export function matchesAskedName(pattern: string, name: string, cluster: Cluster): boolean {
  return matchesDomain(pattern, wholeNameOf(name, cluster));
}

/**
 * The name that rules' domain names are compared with where one is asked for: the whole one that a pod makes of it. DNS answers with
 * that, so a rule with the short name matches nothing.
 */
export function wholeNameOf(name: string, cluster: Cluster): string {
  const found = lookUpName(cluster, name);
  return found.type === "found" ? found.name.fqdn : name;
}

/** The domain names of rules that match a name, normalised: itself, and `*.` before each end of it. */
export function patternsAround(name: string): readonly string[] {
  const whole = normaliseDomain(name);
  const labels = whole.split(".");
  const patterns = labels.slice(1).map((_, at) => `*.${labels.slice(at + 1).join(".")}`);
  return [...new Set([whole, ...patterns])];
}
