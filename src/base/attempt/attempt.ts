/**
 * What a question comes to, or why it comes to nothing: a person's mistake as facts, with a code, which whoever asked puts into
 * words. Exceptions are for what cannot be read or written, for limits, and for bugs.
 */
export type Attempt<T, P> = { readonly ok: true; readonly value: T } | Failed<P>;

/** An attempt that comes to nothing; it fits whatever was attempted. */
export interface Failed<P> {
  readonly ok: false;
  readonly problem: P;
}

/** An attempt that comes to a value. */
export function succeeded<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** An attempt that comes to nothing for a reason. */
export function failed<P>(problem: P): Failed<P> {
  return { ok: false, problem };
}
