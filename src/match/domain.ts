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

/** Lower case, without a trailing dot. */
export function normaliseDomain(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith(".") ? lower.slice(0, -1) : lower;
}

/** True for names that the cluster's own DNS makes: of Services and of pods (S-FQ-5). */
export function isInClusterName(name: string): boolean {
  const normal = normaliseDomain(name);
  return normal.endsWith(".cluster.local") || normal.endsWith(".svc");
}

/** True for a pod's record: `10-0-0-7.shop.pod.cluster.local`. */
export function isPodName(name: string): boolean {
  return normaliseDomain(name).endsWith(".pod.cluster.local");
}

/** True for the names of a Service and of the pods behind it: `db.shop.svc`, `db-0.db.shop.svc.cluster.local`. */
export function isServiceName(name: string, namespace: string, service: string): boolean {
  const own = `${service}.${namespace}.svc`;
  return [own, `${own}.cluster.local`].some((each) => {
    const normal = normaliseDomain(name);
    return normal === each || normal.endsWith(`.${each}`);
  });
}
