import type { Resource } from "./resources.js";

/** `APIGroupList`, which `/apis` answers: one group for each that the resources name. */
export function groupList(resources: readonly Resource[]): unknown {
  const versions = new Map<string, Set<string>>();
  for (const { apiVersion } of resources) {
    const [group = "", version] = apiVersion.split("/");
    if (version !== undefined) versions.set(group, (versions.get(group) ?? new Set()).add(version));
  }
  const groups = [...versions].map(([name, names]) => {
    const served = [...names].map((version) => ({ groupVersion: `${name}/${version}`, version }));
    return { name, versions: served, preferredVersion: served[0] };
  });
  return { kind: "APIGroupList", apiVersion: "v1", groups };
}

/** `APIResourceList`, which `/api/v1` and `/apis/GROUP/VERSION` answer; undefined for a version that is not served. */
export function resourceList(resources: readonly Resource[], groupVersion: string): unknown {
  const served = resources.filter(({ apiVersion }) => apiVersion === groupVersion);
  if (served.length === 0) return undefined;
  const listed = served.flatMap(({ kind, plural, isNamespaced }) => [
    { name: plural, singularName: "", namespaced: isNamespaced, kind, verbs: ["get", "list"] },
    { name: `${plural}/status`, singularName: "", namespaced: isNamespaced, kind, verbs: ["get"] },
  ]);
  return { kind: "APIResourceList", apiVersion: "v1", groupVersion, resources: listed };
}
