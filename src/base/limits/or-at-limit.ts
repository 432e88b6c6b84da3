import { LimitReached, type Work } from "./work.js";

/** Does something, or what stands for it where a limit ends it. */
export function orAtLimit<T>(something: () => T, otherwise: () => T): T {
  try {
    return something();
  } catch (error) {
    if (error instanceof LimitReached) return otherwise();
    throw error;
  }
}

/**
 * Does something that may be left out, or what stands for it where it takes more than a part of the work.
 * @param steps the part; all of the work where nobody counts it
 */
export function orBeyond<T>(
  work: Work | undefined,
  steps: number,
  something: () => T,
  otherwise: () => T,
): T {
  return orAtLimit(() => (work === undefined ? something() : work.within(steps, something)), otherwise);
}
