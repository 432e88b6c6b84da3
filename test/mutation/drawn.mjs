// Mutants that are drawn: by a seed, or from a list that is kept.

/** Some of all, the same ones for the same seed. */
export function sampled(all, count, seed) {
  let state = seed >>> 0;
  const next = () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const orders = new Map(all.map((each) => [each, next()]));
  return all.toSorted((a, b) => orders.get(a) - orders.get(b)).slice(0, count);
}

/**
 * The mutants of a list among those that the sources have now. Lines may have moved since: of equal changes in a file the
 * nearest is meant.
 */
export function drawnFrom(list, mutants) {
  const found = [];
  const gone = [];
  for (const entry of list) {
    const [nearest] = mutants
      .filter((each) =>
        ["file", "mutator", "original", "replacement"].every((key) => each[key] === entry[key]),
      )
      .toSorted((a, b) => Math.abs(a.line - entry.line) - Math.abs(b.line - entry.line));
    if (nearest === undefined) gone.push(entry);
    else found.push(nearest);
  }
  return { found, gone };
}
