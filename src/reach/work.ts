/** Thrown where a question would take more work than is allowed for it. */
export class TooMuchWork extends Error {}

/** Counts work in steps, the same on every machine, so that what is left out does not hang on the clock. */
export class Work {
  #left: number;

  /** @param most the steps that may be taken; a step is about one word of a bit set */
  constructor(most: number) {
    this.#left = most;
  }

  /** @throws {TooMuchWork} where the steps are used up */
  take(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWork("the work that is allowed is used up");
  }
}
