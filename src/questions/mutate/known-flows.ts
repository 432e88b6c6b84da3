import type { ChangedFlow } from "../diff/diff.js";

/** Flows that a mutant changes, found one after the other as far as they are asked for. */
export class KnownFlows {
  readonly #rest: Iterator<ChangedFlow>;
  readonly #found: ChangedFlow[] = [];
  #isWhole = false;

  constructor(all: Iterable<ChangedFlow>) {
    this.#rest = all[Symbol.iterator]();
  }

  first(most: number): readonly ChangedFlow[] {
    while (this.#found.length < most && this.#findNext());
    return this.#found.slice(0, most);
  }

  /** True where one of them all is like that. */
  some(is: (flow: ChangedFlow) => boolean): boolean {
    for (let i = 0; i < this.#found.length || this.#findNext(); i++)
      if (is(this.#found[i] as ChangedFlow)) return true;
    return false;
  }

  #findNext(): boolean {
    if (this.#isWhole) return false;
    const next = this.#rest.next();
    if (next.done === true) this.#isWhole = true;
    else this.#found.push(next.value);
    return !this.#isWhole;
  }
}
