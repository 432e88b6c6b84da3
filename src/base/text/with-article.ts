/** A noun with its article: `a ClusterNetworkPolicy`, `an AdminNetworkPolicy`, `an endpoint`. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? "an" : "a"} ${noun}`;
}
