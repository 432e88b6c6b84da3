import { orAtLimit } from "./or-at-limit.js";
import type { Work } from "./work.js";

/**
 * A share of a run's work, for what may be left out: an example, say, of what is proved without one. Nothing is asked inside of
 * it that keeps what it has not finished: a map whose walks are unknown at a limit would answer so for the rest of the run.
 */
export class Share {
  readonly #work: Work | undefined;
  #left: number;

  /**
   * @param work of the run; all of it is shared where nobody counts it
   * @param steps how many of its steps may be taken in all
   */
  constructor(work: Work | undefined, steps: number) {
    this.#work = work;
    this.#left = steps;
  }

  /** Does something, or what stands for it where what is left of the share does not suffice. */
  orElse<T>(something: () => T, otherwise: () => T): T {
    const work = this.#work;
    if (work === undefined) return something();
    const before = work.spent;
    try {
      return orAtLimit(() => work.within(this.#left, something), otherwise);
    } finally {
      this.#left -= work.spent - before;
    }
  }
}
