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
