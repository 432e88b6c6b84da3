/**
 * The candidates that a misspelt word may stand for, nearest first, equally near ones in their order. Short words must
 * be nearer than long ones: one slip in four letters, two in eight, three in sixteen.
 */
export function nearest(word: string, candidates: Iterable<string>): string[] {
  const lower = word.toLowerCase();
  const bound = Math.max(1, Math.min(3, Math.floor(Math.log2(Math.max(2, word.length))) - 1));
  const scored: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const distance = distanceWithin(lower, candidate.toLowerCase(), bound);
    if (candidate !== word && distance <= bound) scored.push({ candidate, distance });
  }
  return scored.toSorted((a, b) => a.distance - b.distance).map(({ candidate }) => candidate);
}

/** Longer words are no misspelt names, and comparing them would cost time that hostile input could ask for. */
const LONGEST = 256;

/**
 * How many letters must be changed, added, left out or swapped with their neighbour to make one word of another
 * (optimal string alignment); anything over the bound is `Infinity`.
 */
function distanceWithin(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound || a.length > LONGEST) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) value = Math.min(value, (beforeLast[j - 2] ?? 0) + 1);
      row.push(value);
      best = Math.min(best, value);
    }
    if (best > bound) return Infinity;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? Infinity;
}
