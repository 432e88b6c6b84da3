/** A kind with its article: `a ClusterNetworkPolicy`, `an AdminNetworkPolicy`. */
export function withArticle(kind: string): string {
  return `${/^[AEIO]/.test(kind) ? "an" : "a"} ${kind}`;
}
