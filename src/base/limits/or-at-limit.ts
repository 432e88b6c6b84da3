import { LimitReached } from "./work.js";

/** Does something, or what stands for it where a limit ends it. */
export function orAtLimit<T>(something: () => T, otherwise: () => T): T {
  try {
    return something();
  } catch (error) {
    if (error instanceof LimitReached) return otherwise();
    throw error;
  }
}
