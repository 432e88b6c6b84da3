import type { TextSet } from "./text-set.js";

/** Equal sets of texts as one object each, found by a number of what they hold: their texts are long, and made for nothing else. */
export class TextSets {
  readonly #byHash = new Map<number, TextSet[]>();
  /** A number for each value, which is spread over all numbers. */
  readonly #ofValue = new Map<string, number>();

  /** The first set that is equal to this one: itself where there was none. */
  the(values: TextSet): TextSet {
    const hash = this.#hashOf(values);
    const alike = this.#byHash.get(hash);
    if (alike === undefined) {
      this.#byHash.set(hash, [values]);
      return values;
    }
    const known = alike.find((each) => each.equals(values));
    if (known === undefined) alike.push(values);
    return known ?? values;
  }

  /** The same whatever the order of the values is. */
  #hashOf(values: TextSet): number {
    let hash = (values.isCofinite ? 1 : 0) + (values.has(undefined) ? 2 : 0);
    for (const value of values.named) hash = (hash + this.#numberOf(value)) | 0;
    return hash;
  }

  #numberOf(value: string): number {
    const known = this.#ofValue.get(value);
    if (known !== undefined) return known;
    const number = Math.imul(this.#ofValue.size + 1, 0x9e37_79b1) ^ 0x55ab_31f7;
    this.#ofValue.set(value, number);
    return number;
  }
}
