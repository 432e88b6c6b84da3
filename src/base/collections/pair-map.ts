/** So many places it begins with; it has twice as many whenever half of them are taken. */
const FIRST = 16;

/**
 * Values by two whole numbers of 32 bits, the first one not negative. A `Map` by one number for both would have keys that V8
 * keeps as objects of their own, each made to be looked up: here they are two words of a list, and what is met most often is
 * found at the first look. The collector does not look into that list, and it is there without being filled.
 */
export class PairMap<V> {
  /** The two numbers of each place, the first one by one higher: 0 for a place that is free. */
  #keys = new Int32Array(0);
  #values: (V | undefined)[] = [];
  #size = 0;

  get(a: number, b: number): V | undefined {
    return this.#size === 0 ? undefined : this.#values[this.#placeOf(a, b)];
  }

  set(a: number, b: number, value: V): void {
    if (this.#size * 2 >= this.#values.length) this.#grow();
    const place = this.#placeOf(a, b);
    if (this.#keys[place * 2] === 0) {
      this.#keys[place * 2] = a + 1;
      this.#keys[place * 2 + 1] = b;
      this.#size++;
    }
    this.#values[place] = value;
  }

  /** The place of a pair, or the free one where it would be. */
  #placeOf(a: number, b: number): number {
    const keys = this.#keys;
    const last = this.#values.length - 1;
    let place = hashOf(a, b) & last;
    for (;;) {
      const key = keys[place * 2];
      if (key === 0 || (key === a + 1 && keys[place * 2 + 1] === b)) return place;
      place = (place + 1) & last;
    }
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    const size = Math.max(FIRST, values.length * 2);
    this.#keys = new Int32Array(size * 2);
    this.#values = empty(size);
    for (let i = 0; i < values.length; i++) {
      if (keys[i * 2] === 0) continue;
      const [a, b] = [(keys[i * 2] as number) - 1, keys[i * 2 + 1] as number];
      const place = this.#placeOf(a, b);
      this.#keys[place * 2] = a + 1;
      this.#keys[place * 2 + 1] = b;
      this.#values[place] = values[i];
    }
  }
}

function hashOf(a: number, b: number): number {
  const mixed = Math.imul(Math.imul(a, 0x9e37_79b1) ^ b, 0x85eb_ca6b);
  return mixed ^ (mixed >>> 15);
}

/** A list of as many places without values. `Array.from` takes six times as long. */
function empty<V>(length: number): (V | undefined)[] {
  const list: (V | undefined)[] = [];
  list.length = length;
  return list.fill(undefined);
}
