/** `1 workload`, `2 workloads`; `1 policy is`, `2 policies are`. */
export function count(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}
