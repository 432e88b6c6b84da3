/**
 * Kubernetes' reader refuses documents of which too large a part comes from aliases: it counts each node that it decodes,
 * and those among them that it decodes once more behind an alias. What is refused here is what it refuses. It allows a
 * lesser share beyond 400,000 nodes; aliases of that many are over the budget before.
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
    return this.#all > FEW && this.#repeated / this.#all > MOST;
  }
}

/** Of so many nodes any share is allowed. */
const FEW = 1000;
const MOST = 0.99;
