/** `1 policy is`, `2 policies are`. */
export function count(number: number, one: string, several: string): string {
  return `${number} ${number === 1 ? one : several}`;
}
