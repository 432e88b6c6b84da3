/**
 * Kubernetes' reader refuses documents of which too large a part comes from aliases: it counts each node that it decodes,
 * and those among them that it decodes once more behind an alias. What is refused here is what it refuses.
 */
export class AliasRatio {
  /** Every node, aliases expanded; the document itself is one. */
  #all = 1;
  #repeated = 0;

  get counted(): number {
    return this.#all;
  }

  count(): void {
    this.#all++;
  }

  /** Takes one node back. */
  forget(): void {
    this.#all--;
  }

  /** Counts what an alias stands for. @returns whether that is too much */
  expand(nodes: number): boolean {
    this.#all += nodes;
    this.#repeated += nodes;
    const { low, high } = RANGE;
    if (this.#repeated <= 100 || this.#all <= 1000) return false;
    const beyond = Math.min(Math.max(this.#all - low, 0) / (high - low), 1);
    return this.#repeated / this.#all > MOST - (MOST - LEAST) * beyond;
  }
}

/** Up to so many nodes the greater share is allowed, beyond so many the lesser one. */
const RANGE = { low: 400_000, high: 4_000_000 };
const MOST = 0.99;
const LEAST = 0.1;
