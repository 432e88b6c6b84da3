import { firstAtLeast } from "../first-at-least.js";

/** The places in a list of the longest run of numbers that increase from each to the next, others left out. */
export function longestIncreasing(numbers: readonly number[]): ReadonlySet<number> {
  /** For each length, where the run of that length ends whose last number is the least. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [i, number] of numbers.entries()) {
    const length = firstAtLeast(ends, number, (end) => numbers[end] ?? 0);
    before.push(ends[length - 1]);
    ends[length] = i;
  }
  const run = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before[at]) run.add(at);
  return run;
}
