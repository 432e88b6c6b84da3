/**
 * A set of small whole numbers, each a bit. Immutable.
 *
 * Words are signed, in plain arrays: V8 keeps such numbers in the array itself and the array on its heap. A typed array of more
 * than 64 bytes has a buffer outside of it, which takes five times as long to make. Most sets are of few neighbours among
 * thousands: words without a bit before the first member and behind the last one are left out, and what comes to one of two
 * sets is that set itself.
 */
export class BitSet {
  /** The empty set. */
  static readonly NONE = new BitSet([], 0);

  /** Neither the first one nor the last one is 0. */
  readonly #words: readonly number[];
  /** How many words without a bit are left out before them. */
  readonly #skipped: number;
  #hash: number | undefined;

  private constructor(words: readonly number[], skipped: number) {
    this.#words = words;
    this.#skipped = skipped;
  }

  /** Every number below `size`. */
  static all(size: number): BitSet {
    const words = wordsFor(size, -1);
    const rest = size & 31;
    if (rest !== 0) words[words.length - 1] = ((1 << rest) - 1) | 0;
    return BitSet.#trimmed(words, 0);
  }

  /** Some numbers below `size`. */
  static of(size: number, members: Iterable<number>): BitSet {
    const words = wordsFor(size, 0);
    for (const member of members)
      words[member >>> 5] = (words[member >>> 5] as number) | (1 << (member & 31));
    return BitSet.#trimmed(words, 0);
  }

  /** @param words of which those at both ends may have no bit */
  static #trimmed(words: readonly number[], skipped: number): BitSet {
    let start = 0;
    let end = words.length;
    while (start < end && words[start] === 0) start++;
    while (end > start && words[end - 1] === 0) end--;
    if (start === end) return BitSet.NONE;
    return new BitSet(end - start === words.length ? words : words.slice(start, end), skipped + start);
  }

  has(member: number): boolean {
    const word = this.#words[(member >>> 5) - this.#skipped];
    return word !== undefined && ((word >>> (member & 31)) & 1) === 1;
  }

  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  /** The smallest member; undefined where it is empty. */
  get first(): number | undefined {
    const [word] = this.#words;
    if (word === undefined) return undefined;
    return (this.#skipped << 5) + 31 - Math.clz32(word & -word);
  }

  /** The largest member; undefined where it is empty. */
  get last(): number | undefined {
    const at = this.#words.length - 1;
    const word = this.#words[at];
    return word === undefined ? undefined : ((this.#skipped + at) << 5) + 31 - Math.clz32(word);
  }

  /** How many members it has. */
  get size(): number {
    let size = 0;
    for (let i = 0; i < this.#words.length; i++)
      for (let word = this.#words[i] as number; word !== 0; word &= word - 1) size++;
    return size;
  }

  intersect(other: BitSet): BitSet {
    return this.isWithin(other) ? this : this.#inside(other);
  }

  #inside(other: BitSet): BitSet {
    const shift = this.#skipped - other.#skipped;
    const start = Math.max(0, -shift);
    const words = this.#words.slice(start, Math.max(0, other.#words.length - shift));
    for (let i = 0; i < words.length; i++)
      words[i] = (words[i] as number) & (other.#words[i + start + shift] as number);
    return BitSet.#trimmed(words, this.#skipped + start);
  }

  subtract(other: BitSet): BitSet {
    return this.meets(other) ? this.#outside(other) : this;
  }

  #outside(other: BitSet): BitSet {
    const shift = this.#skipped - other.#skipped;
    const words = this.#words.slice();
    const end = Math.min(words.length, other.#words.length - shift);
    for (let i = Math.max(0, -shift); i < end; i++)
      words[i] = (words[i] as number) & ~(other.#words[i + shift] as number);
    return BitSet.#trimmed(words, this.#skipped);
  }

  union(other: BitSet): BitSet {
    if (other.isWithin(this)) return this;
    if (this.isWithin(other)) return other;
    const skipped = Math.min(this.#skipped, other.#skipped);
    const end = Math.max(this.#skipped + this.#words.length, other.#skipped + other.#words.length);
    const words = wordsFor((end - skipped) << 5, 0);
    this.#addTo(words, skipped);
    other.#addTo(words, skipped);
    return new BitSet(words, skipped);
  }

  #addTo(words: number[], skipped: number): void {
    const shift = this.#skipped - skipped;
    for (let i = 0; i < this.#words.length; i++)
      words[i + shift] = (words[i + shift] as number) | (this.#words[i] as number);
  }

  /** The members that another set has too, and those that it has not; "none" or "all" where one of these is empty. */
  cutBy(other: BitSet): "none" | "all" | { readonly inside: BitSet; readonly outside: BitSet } {
    if (!this.meets(other)) return "none";
    if (this.isWithin(other)) return "all";
    return { inside: this.#inside(other), outside: this.#outside(other) };
  }

  /**
   * The members in groups, in the order of the groups' numbers.
   * @param groupOf the number of each member's group
   */
  groupedBy(groupOf: readonly number[]): [group: number, members: BitSet][] {
    const groups = new Map<number, number[]>();
    this.forEach((member) => {
      const group = groupOf[member] as number;
      let words = groups.get(group);
      if (words === undefined) groups.set(group, (words = wordsFor(this.#words.length << 5, 0)));
      const at = (member >>> 5) - this.#skipped;
      words[at] = (words[at] as number) | (1 << (member & 31));
    });
    if (groups.size === 1) return [...groups.keys()].map((group) => [group, this]);
    return [...groups]
      .toSorted(([a], [b]) => a - b)
      .map(([group, words]): [number, BitSet] => [group, BitSet.#trimmed(words, this.#skipped)]);
  }

  /** True where the two have a member in common. */
  meets(other: BitSet): boolean {
    const shift = this.#skipped - other.#skipped;
    const end = Math.min(this.#words.length, other.#words.length - shift);
    for (let i = Math.max(0, -shift); i < end; i++)
      if (((this.#words[i] as number) & (other.#words[i + shift] as number)) !== 0) return true;
    return false;
  }

  /** True where another set has every member. */
  isWithin(other: BitSet): boolean {
    if (this === other || this.isEmpty) return true;
    const shift = this.#skipped - other.#skipped;
    // The words at both ends have bits.
    if (shift < 0 || this.#words.length + shift > other.#words.length) return false;
    for (let i = 0; i < this.#words.length; i++)
      if (((this.#words[i] as number) & ~(other.#words[i + shift] as number)) !== 0) return false;
    return true;
  }

  equals(other: BitSet): boolean {
    if (this === other) return true;
    if (this.#skipped !== other.#skipped || this.#words.length !== other.#words.length) return false;
    for (let i = 0; i < this.#words.length; i++) if (this.#words[i] !== other.#words[i]) return false;
    return true;
  }

  /** The same number for equal sets; seldom the same for others. */
  get hash(): number {
    if (this.#hash !== undefined) return this.#hash;
    let hash = this.#skipped;
    for (let i = 0; i < this.#words.length; i++)
      hash = (Math.imul(hash, 31) + (this.#words[i] as number)) | 0;
    this.#hash = hash;
    return hash;
  }

  /** Calls back for each member, lowest first. */
  forEach(visit: (member: number) => void): void {
    for (let i = 0; i < this.#words.length; i++) {
      const first = (i + this.#skipped) << 5;
      for (let word = this.#words[i] as number; word !== 0; word &= word - 1)
        visit(first + (31 - Math.clz32(word & -word)));
    }
  }

  /** The members, lowest first. */
  get members(): number[] {
    const members: number[] = [];
    this.forEach((member) => members.push(member));
    return members;
  }
}

function wordsFor(size: number, word: number): number[] {
  const words: number[] = [];
  for (let i = 0; i < size; i += 32) words.push(word);
  return words;
}
