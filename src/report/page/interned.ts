/** Numbers things by a text that is the same for the same ones, in the order in which they are met. */
export class Interned<T> {
  readonly #numbers = new Map<string, number>();
  readonly all: T[] = [];

  /** The number of a thing. @param make called where it was not met before */
  of(key: string, make: () => T): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.all.length;
    this.#numbers.set(key, number);
    this.all.push(make());
    return number;
  }
}
