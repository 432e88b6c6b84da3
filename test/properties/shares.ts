/** Counts how often each kind of something occurs among flows. */
export class Shares {
  readonly #title: string;
  readonly #counts: Map<string, number>;
  readonly #optional: ReadonlySet<string>;
  #total = 0;

  /**
   * @param required the kinds that a run has to meet
   * @param optional kinds that a run may miss, for it takes too much at once to meet them
   */
  constructor(title: string, required: readonly string[], optional: readonly string[] = []) {
    this.#title = title;
    this.#optional = new Set(optional);
    this.#counts = new Map(required.map((kind) => [kind, 0]));
  }

  /** Adds flows of which each has these kinds. */
  add(kinds: Iterable<string>, flows: number): void {
    this.#total += flows;
    for (const kind of new Set(kinds)) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + flows);
  }

  /** One line for people. */
  toString(): string {
    const shares = [...this.#counts].toSorted(([, a], [, b]) => b - a);
    const parts = shares.map(
      ([kind, flows]) => `${kind} ${((100 * flows) / Math.max(1, this.#total)).toFixed(1)} %`,
    );
    return `${this.#title} (of ${this.#total}): ${parts.join(", ")}`;
  }

  /** The kinds that occur in less than 1 % of the flows. */
  get rare(): string[] {
    return [...this.#counts]
      .filter(([kind]) => !this.#optional.has(kind))
      .filter(([, flows]) => flows * 100 < this.#total || flows === 0)
      .map(([kind]) => `${this.#title}: ${kind}`);
  }
}
