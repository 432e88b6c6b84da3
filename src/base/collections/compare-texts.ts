/** Compares by UTF-16 units: the same order on every machine, whatever its locale. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
