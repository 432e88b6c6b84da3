/** Numbers that tell one group of records from others: both ends, and the rest of it as one number below 2^32. */
export interface GroupKey {
  readonly from: number;
  readonly to: number;
  readonly kind: number;
}

/**
 * Groups of records in one hash table of plain numbers: a log may have hundreds of thousands of groups, and each record is counted in
 * one of them. Groups are numbered from 0 in the order in which they came.
 */
export class GroupTable {
  /** By the hash of a group's key its number plus one, 0 where there is none. */
  #places = new Uint32Array(1 << 10);
  #size = 0;
  from = new Uint32Array(1 << 9);
  to = new Uint32Array(1 << 9);
  kind = new Uint32Array(1 << 9);
  count = new Float64Array(1 << 9);
  /** Times are NaN where there is none. */
  first = new Float64Array(1 << 9);
  last = new Float64Array(1 << 9);
  /** Where the first record is. */
  file = new Uint32Array(1 << 9);
  line = new Float64Array(1 << 9);

  get size(): number {
    return this.#size;
  }

  /** The number of a group, which is `size` where there is none yet: {@link add} adds it then. */
  find(from: number, to: number, kind: number): number {
    const mask = this.#places.length - 1;
    for (let place = hashOf(from, to, kind) & mask; ; place = (place + 1) & mask) {
      const number = this.#places[place]!;
      if (number === 0) return this.#size;
      const at = number - 1;
      if (this.from[at] === from && this.to[at] === to && this.kind[at] === kind) return at;
    }
  }

  /** Adds a group that isn't there, without records. */
  add({ from, to, kind }: GroupKey, file: number, line: number): void {
    const at = this.#size;
    if (at === this.from.length) this.#grow();
    this.#size++;
    this.from[at] = from;
    this.to[at] = to;
    this.kind[at] = kind;
    this.first[at] = Number.NaN;
    this.last[at] = Number.NaN;
    this.file[at] = file;
    this.line[at] = line;
    this.#put(at);
  }

  #put(at: number): void {
    const mask = this.#places.length - 1;
    let place = hashOf(this.from[at]!, this.to[at]!, this.kind[at]!) & mask;
    while (this.#places[place] !== 0) place = (place + 1) & mask;
    this.#places[place] = at + 1;
  }

  #grow(): void {
    const length = 2 * this.from.length;
    this.from = longer(this.from, new Uint32Array(length));
    this.to = longer(this.to, new Uint32Array(length));
    this.kind = longer(this.kind, new Uint32Array(length));
    this.file = longer(this.file, new Uint32Array(length));
    this.count = longer(this.count, new Float64Array(length));
    this.first = longer(this.first, new Float64Array(length));
    this.last = longer(this.last, new Float64Array(length));
    this.line = longer(this.line, new Float64Array(length));
    // Half of the places stay empty.
    this.#places = new Uint32Array(2 * length);
    for (let at = 0; at < this.#size; at++) this.#put(at);
  }
}

function longer<T extends Uint32Array | Float64Array>(before: T, after: T): T {
  after.set(before);
  return after;
}

function hashOf(from: number, to: number, kind: number): number {
  let hash = Math.imul(from, 0x9e3779b1) ^ Math.imul(to, 0x85ebca6b) ^ Math.imul(kind, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
