import { Refused, type RefusalCode } from "../edit.js";

/** What was made of as many items as possible. */
export interface Kept<T, R> {
  readonly kept: readonly T[];
  /** What was made of them; undefined where none is left. */
  readonly result: R | undefined;
  readonly failed: readonly { readonly item: T; readonly code: RefusalCode }[];
}

/**
 * Makes something of items, without those with which it is refused: halves are tried, and halves of those that fail, so
 * that a few of many cost little.
 */
export function keepPassing<T, R>(items: readonly T[], make: (some: readonly T[]) => R): Kept<T, R> {
  let kept: readonly T[] = [];
  let result: R | undefined;
  const failed: { item: T; code: RefusalCode }[] = [];
  const attempt = (some: readonly T[]): void => {
    const [first] = some;
    if (first === undefined) return;
    try {
      result = make([...kept, ...some]);
      kept = [...kept, ...some];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const half = some.length >> 1;
      if (half === 0) failed.push({ item: first, code: error.code });
      else {
        attempt(some.slice(0, half));
        attempt(some.slice(half));
      }
    }
  };
  attempt(items);
  return { kept, result, failed };
}
