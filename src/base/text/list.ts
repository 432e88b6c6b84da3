/** `a`, `a and b`, `a, b and c`. */
export function conjunction(items: readonly string[], word = "and"): string {
  return items.length <= 1 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}

/** Names that are shown, and how many there are beside them. */
export interface NameList {
  readonly names: readonly string[];
  readonly more: number;
}

/** `a, b`, or `a, b and 3 more` where not all are shown. */
export function commaList({ names, more }: NameList): string {
  return more > 0 ? withMore(names, more) : names.join(", ");
}

/** `a, b and 3 more`: the first of some items, and how many there are beside them; without any, a list like others. */
export function withMore(first: readonly string[], more: number, word = "and"): string {
  return conjunction(more > 0 ? [...first, `${more} more`] : first, word);
}
