import { joinShares, PAIR_SHARES, shareOf, type PairShare } from "../matrix/pair-share.js";
import type { Matrix } from "../matrix/matrix.js";
import type { Slices } from "../matrix/slices.js";

/** How many pairs come to what. */
export type ShareCounts = Readonly<Record<PairShare, number>>;

/** What the whole map comes to, counted while it is worked out once. */
export interface CountedMap {
  /** By the place of the source's namespace, then the destination's. */
  readonly counts: readonly (readonly ShareCounts[])[];
  /** Of each row, the same text for rows that reach, and are reached by, the same. */
  readonly likeness: readonly string[];
}

/**
 * Judges every pair of a map whose sides are the same, and counts what pairs of namespaces come to.
 * @param placeOf the place of each row's namespace
 * @param onRow told of each row that is done, by its number
 */
export function countedMap(
  matrix: Matrix,
  places: number,
  placeOf: readonly number[],
  onRow: (row: number) => void = () => undefined,
): CountedMap {
  const { sources, destinations } = matrix;
  const counts = Array.from({ length: places }, () => Array.from({ length: places }, noCounts));
  const columns = new Float64Array(destinations.length);
  const rows: number[] = [];
  const shares: PairShare[] = [];
  const share = (slices: Slices): PairShare => (shares[slices.id] ??= shareOf(slices, true));
  for (const [r, from] of sources.entries()) {
    const ofPlace = counts[placeOf[r] as number] as Record<PairShare, number>[];
    let hash = 0;
    let last = -1;
    let met: PairShare = "denied";
    const count = (): void => {
      if (last !== -1) (ofPlace[placeOf[last] as number] as Record<PairShare, number>)[met]++;
    };
    matrix.slicesFrom(from, (column, slices) => {
      hash = mixed(hash, column * 4099 + slices.id);
      columns[column] = mixed(columns[column] as number, r * 4099 + slices.id);
      if (column === last) {
        met = joinShares(met, share(slices));
        return;
      }
      count();
      last = column;
      met = share(slices);
    });
    count();
    rows.push(hash);
    onRow(r);
  }
  return { counts, likeness: rows.map((row, i) => `${row} ${columns[i] ?? 0}`) };
}

/** A hash of numbers below 2 ** 52: it only puts rows next to each other that are alike. */
function mixed(hash: number, value: number): number {
  return (hash * 31 + value) % 4_503_599_627_370_449;
}

/** Nothing was counted yet. */
function noCounts(): Record<PairShare, number> {
  return Object.fromEntries(PAIR_SHARES.map((each) => [each, 0])) as Record<PairShare, number>;
}
