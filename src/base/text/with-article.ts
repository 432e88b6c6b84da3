/** A noun with its article: `a ClusterNetworkPolicy`, `an AdminNetworkPolicy`, `an endpoint`. */
export function withArticle(kind: string): string {
  return `${/^[aeio]/i.test(kind) ? "an" : "a"} ${kind}`;
}
