import type { Unmet } from "./outcome.js";

/** Of each expectation, how many flows that do not meet it are kept. */
const MOST_KEPT = 5;

/** The flows that do not meet an expectation: all are counted, the first ones are kept. */
export class UnmetFlows {
  readonly kept: Unmet[] = [];
  readonly #stopsAtFirst: boolean;
  #count = 0;

  /** @param stopsAtFirst true where it is enough to know that there is one */
  constructor(stopsAtFirst: boolean) {
    this.#stopsAtFirst = stopsAtFirst;
  }

  add(make: () => Unmet): void {
    this.#count++;
    if (this.kept.length < MOST_KEPT) this.kept.push(make());
  }

  get count(): number {
    return this.#count;
  }

  /** True where more need not be looked for. */
  get isEnough(): boolean {
    return this.#stopsAtFirst && this.#count > 0;
  }
}
