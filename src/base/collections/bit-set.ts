/**
 * A set of small whole numbers, each a bit. Immutable; all sets that meet have the same size.
 *
 * Words are signed, in plain arrays: V8 keeps such numbers in the array itself and the array on its heap. A typed array of more
 * than 64 bytes has a buffer outside of it, which takes five times as long to make.
 */
export class BitSet {
  readonly #words: readonly number[];
  #hash: number | undefined;

  private constructor(words: readonly number[]) {
    this.#words = words;
  }

  /** The empty set of numbers below `size`. */
  static none(size: number): BitSet {
    return new BitSet(wordsFor(size, 0));
  }

  /** Every number below `size`. */
  static all(size: number): BitSet {
    const words = wordsFor(size, -1);
    const rest = size & 31;
    if (rest !== 0) words[words.length - 1] = ((1 << rest) - 1) | 0;
    return new BitSet(words);
  }

  /** Some numbers below `size`. */
  static of(size: number, members: Iterable<number>): BitSet {
    const words = wordsFor(size, 0);
    for (const member of members)
      words[member >>> 5] = (words[member >>> 5] as number) | (1 << (member & 31));
    return new BitSet(words);
  }

  has(member: number): boolean {
    return (((this.#words[member >>> 5] as number) >>> (member & 31)) & 1) === 1;
  }

  get isEmpty(): boolean {
    for (let i = 0; i < this.#words.length; i++) if (this.#words[i] !== 0) return false;
    return true;
  }

  /** How many members it has. */
  get size(): number {
    let size = 0;
    for (let i = 0; i < this.#words.length; i++)
      for (let word = this.#words[i] as number; word !== 0; word &= word - 1) size++;
    return size;
  }

  intersect(other: BitSet): BitSet {
    const words = this.#words.slice();
    for (let i = 0; i < words.length; i++)
      words[i] = (this.#words[i] as number) & (other.#words[i] as number);
    return new BitSet(words);
  }

  subtract(other: BitSet): BitSet {
    const words = this.#words.slice();
    for (let i = 0; i < words.length; i++)
      words[i] = (this.#words[i] as number) & ~(other.#words[i] as number);
    return new BitSet(words);
  }

  union(other: BitSet): BitSet {
    const words = this.#words.slice();
    for (let i = 0; i < words.length; i++)
      words[i] = (this.#words[i] as number) | (other.#words[i] as number);
    return new BitSet(words);
  }

  /** The members that another set has too, and those that it has not; "none" or "all" where one of these is empty. */
  cutBy(other: BitSet): "none" | "all" | { readonly inside: BitSet; readonly outside: BitSet } {
    const [mine, theirs] = [this.#words, other.#words];
    let isInside = false;
    let isOutside = false;
    for (let i = 0; i < mine.length && !(isInside && isOutside); i++) {
      const word = mine[i] as number;
      const by = theirs[i] as number;
      isInside ||= (word & by) !== 0;
      isOutside ||= (word & ~by) !== 0;
    }
    if (!isInside) return "none";
    if (!isOutside) return "all";
    const inside = mine.slice();
    const outside = mine.slice();
    for (let i = 0; i < mine.length; i++) {
      inside[i] = (mine[i] as number) & (theirs[i] as number);
      outside[i] = (mine[i] as number) & ~(theirs[i] as number);
    }
    return { inside: new BitSet(inside), outside: new BitSet(outside) };
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
      words[member >>> 5] = (words[member >>> 5] as number) | (1 << (member & 31));
    });
    if (groups.size === 1) return [...groups.keys()].map((group) => [group, this]);
    return [...groups]
      .toSorted(([a], [b]) => a - b)
      .map(([group, words]): [number, BitSet] => [group, new BitSet(words)]);
  }

  /** True where the two have a member in common. */
  meets(other: BitSet): boolean {
    for (let i = 0; i < this.#words.length; i++)
      if (((this.#words[i] as number) & (other.#words[i] as number)) !== 0) return true;
    return false;
  }

  /** True where another set has every member. */
  isWithin(other: BitSet): boolean {
    for (let i = 0; i < this.#words.length; i++)
      if (((this.#words[i] as number) & ~(other.#words[i] as number)) !== 0) return false;
    return true;
  }

  equals(other: BitSet): boolean {
    if (this === other) return true;
    for (let i = 0; i < this.#words.length; i++) if (this.#words[i] !== other.#words[i]) return false;
    return true;
  }

  /** The same number for equal sets; seldom the same for others. */
  get hash(): number {
    if (this.#hash !== undefined) return this.#hash;
    let hash = 0;
    for (let i = 0; i < this.#words.length; i++)
      hash = (Math.imul(hash, 31) + (this.#words[i] as number)) | 0;
    this.#hash = hash;
    return hash;
  }

  /** Calls back for each member, lowest first. */
  forEach(visit: (member: number) => void): void {
    for (let i = 0; i < this.#words.length; i++) {
      for (let word = this.#words[i] as number; word !== 0; word &= word - 1)
        visit((i << 5) + (31 - Math.clz32(word & -word)));
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
