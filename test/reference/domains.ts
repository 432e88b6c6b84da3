/** Domain names: S-FQ-1 … S-FQ-8. */

/** Case and one trailing dot do not count (S-FQ-3). */
export function normalName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/** Whether a domainNames item covers a name: the same name, or `*.` and one or more labels before it (S-FQ-3). */
export function covers(pattern: string, name: string): boolean {
  const wanted = normalName(pattern);
  const asked = normalName(name);
  if (!wanted.startsWith("*.")) return wanted === asked;
  const suffix = wanted.slice(1);
  return asked.endsWith(suffix) && asked.length > suffix.length;
}

/** Whether every name of `inner`, a domainNames item, is also one of `outer`. */
export function coversAll(outer: string, inner: string): boolean {
  const item = normalName(inner);
  if (normalName(outer) === item) return true;
  return item.startsWith("*.")
    ? covers(outer, item.slice(2)) && normalName(outer).startsWith("*.")
    : covers(outer, item);
}

/** Whether the name belongs to the cluster's own DNS (S-FQ-5); the cluster domain is the usual one. */
export function isInCluster(name: string): boolean {
  const asked = normalName(name);
  return asked.endsWith(".cluster.local") || asked.endsWith(".svc");
}

/** `<a>.<service>.<namespace>.svc.cluster.local` or without `<a>`: the Service that an in-cluster name belongs to. */
export function serviceOfName(name: string): { namespace: string; name: string } | undefined {
  const labels = normalName(name)
    .replace(/\.cluster\.local$/, "")
    .split(".");
  if (labels.pop() !== "svc") return undefined;
  const namespace = labels.pop();
  const service = labels.pop();
  return namespace === undefined || service === undefined ? undefined : { namespace, name: service };
}
