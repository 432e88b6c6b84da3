/** The index of the first of ascending items that is not less than a number; their length where there is none. */
export function firstAtLeast<T>(items: readonly T[], least: number, numberOf: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberOf(items[middle] as T) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
