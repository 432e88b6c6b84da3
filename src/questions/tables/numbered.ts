/** Numbers values by a text, from 1, in the order in which they are met. */
export class Numbered<T> {
  readonly values: T[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(key: string, make: () => T): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.values.push(make());
    this.#numbers.set(key, number);
    return number;
  }
}
