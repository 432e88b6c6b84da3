/** Small seeded choices about spelling, which need not shrink one by one (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** True `times` out of `of`. */
  happens(times: number, of: number): boolean {
    return this.#next() * of < times;
  }

  /** A whole number from 0, below `limit`. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  /** The items in another order, or by chance in the same one. */
  shuffled<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
    }
    return shuffled;
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}
