import { nearest } from "../../base/text/nearest.js";
import type { ServedKind } from "../admission/unserved.js";

/**
 * The policy that was meant by a pair that no server has, where kind and group are each as they should be or nearly so:
 * `NetworkPolicyy`, `NetworkPolicies`, `network.k8s.io/v1`, `v1`. A kind of that name in a group of somebody else's is theirs.
 * @param pairs those of policies
 */
export function misspeltPolicy(
  apiVersion: string,
  kind: string,
  pairs: readonly ServedKind[],
): ServedKind | undefined {
  const groups = new Set(pairs.map((pair) => groupOf(pair.apiVersion)));
  const group = groupOf(apiVersion);
  const isOurs = groups.has(group);
  if (kind.trim() === "") return isOurs ? pairs.find((pair) => pair.apiVersion === apiVersion) : undefined;
  if (!isOurs && !isNearGroup(group, groups)) return undefined;
  const kinds = [...new Set(pairs.map((pair) => pair.kind))];
  const name = meantKind(kind, kinds);
  const ofKind = pairs.filter((pair) => pair.kind === name);
  return ofKind.find((pair) => groupOf(pair.apiVersion) === group) ?? ofKind[0];
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf("/");
  if (slash !== -1) return apiVersion.slice(0, slash);
  return apiVersion.includes(".") ? apiVersion : "";
}

/** Letters alone count, and a plural stands for its singular. */
function meantKind(kind: string, kinds: readonly string[]): string | undefined {
  const letters = kind.slice(0, LONGEST).replaceAll(/[^a-z]/gi, "");
  const singular = letters.replace(/ies$/i, "y");
  const same = kinds.find((each) => each.toLowerCase() === singular.toLowerCase());
  return same ?? nearest(singular, kinds)[0];
}

const LONGEST = 256;

/** True for the core group, and for what speaks of network policy in a group of Kubernetes' own. */
function isNearGroup(group: string, groups: ReadonlySet<string>): boolean {
  const name = group.trim().toLowerCase();
  if (name === "" || groups.has(name)) return true;
  const isAboutPolicy = /network|polic|extension/.test(name);
  const isKubernetes = /k8s|kubernetes/.test(name) || !name.includes(".");
  return (isAboutPolicy && isKubernetes) || nearest(name, groups).length > 0;
}
