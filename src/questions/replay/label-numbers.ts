import type { ReplayEnd } from "./ends.js";

/** Numbers for what people call ends: rows are told apart and put in order by them, and there may be many rows. */
export class LabelNumbers {
  readonly #byEnd: (number | undefined)[] = [];
  readonly #byLabel = new Map<string, number>();

  of({ number, label }: ReplayEnd): number {
    const known = this.#byEnd[number];
    if (known !== undefined) return known;
    const own = this.#byLabel.get(label) ?? this.#byLabel.size;
    this.#byLabel.set(label, own);
    while (this.#byEnd.length < number) this.#byEnd.push(undefined);
    this.#byEnd[number] = own;
    return own;
  }

  /** For each number the place of its label among all of them in their order. */
  ranks(): readonly number[] {
    const ranks: number[] = [];
    for (const [place, [, number]] of [...this.#byLabel].toSorted(([a], [b]) => inOrder(a, b)).entries())
      ranks[number] = place;
    return ranks;
  }
}

/** Compares texts unit by unit, the same on every machine. */
export function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
