/** `a`, `a and b`, `a, b and c`. */
export function conjunction(items: readonly string[], word = "and"): string {
  return items.length <= 1 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}
