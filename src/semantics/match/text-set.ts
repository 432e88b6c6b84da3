/**
 * A set of label values, "no such label" included: finitely many values, or all but finitely many. Selectors are such
 * sets, so a label that the input does not tell is split by them instead of being guessed.
 */
export class TextSet {
  /** Every value, and absence. */
  static readonly ANY = new TextSet(true, new Set(), true);
  /** Every value, but not absence. */
  static readonly PRESENT = new TextSet(true, new Set(), false);
  static readonly ABSENT = new TextSet(false, new Set(), true);

  readonly #isCofinite: boolean;
  readonly #values: ReadonlySet<string>;
  readonly #absent: boolean;
  #key: string | undefined;

  private constructor(isCofinite: boolean, values: ReadonlySet<string>, absent: boolean) {
    this.#isCofinite = isCofinite;
    this.#values = values;
    this.#absent = absent;
  }

  /** Just these values. */
  static of(values: Iterable<string>): TextSet {
    return new TextSet(false, new Set(values), false);
  }

  /** @param value the value, or undefined for absence */
  has(value: string | undefined): boolean {
    return value === undefined ? this.#absent : this.#values.has(value) !== this.#isCofinite;
  }

  get isEmpty(): boolean {
    return !this.#absent && !this.#isCofinite && this.#values.size === 0;
  }

  get complement(): TextSet {
    return new TextSet(!this.#isCofinite, this.#values, !this.#absent);
  }

  /** True where the two have a value in common, or both absence. */
  meets(other: TextSet): boolean {
    if ((this.#absent && other.#absent) || (this.#isCofinite && other.#isCofinite)) return true;
    const [finite, filter] = this.#isCofinite ? [other, this] : [this, other];
    for (const value of finite.#values) if (filter.#values.has(value) !== filter.#isCofinite) return true;
    return false;
  }

  /** True where the other one has all that this one has. */
  isWithin(other: TextSet): boolean {
    if (this.#absent && !other.#absent) return false;
    if (!this.#isCofinite) return [...this.#values].every((value) => other.has(value));
    return other.#isCofinite && [...other.#values].every((value) => this.#values.has(value));
  }

  intersect(other: TextSet): TextSet {
    const absent = this.#absent && other.#absent;
    if (this.#isCofinite && other.#isCofinite) {
      return new TextSet(true, new Set([...this.#values, ...other.#values]), absent);
    }
    const [finite, filter] = this.#isCofinite ? [other, this] : [this, other];
    return new TextSet(false, new Set([...finite.#values].filter((value) => filter.has(value))), absent);
  }

  union(other: TextSet): TextSet {
    return TextSet.unionOf([this, other]);
  }

  /** What is in one of several sets: put together at once, and not one after the other. */
  static unionOf(sets: readonly TextSet[]): TextSet {
    const finite = new Set<string>();
    let isAbsent = false;
    let left: Set<string> | undefined;
    for (const each of sets) {
      isAbsent ||= each.#absent;
      if (!each.#isCofinite) for (const value of each.#values) finite.add(value);
      else if (left === undefined) left = new Set(each.#values);
      else for (const value of left) if (!each.#values.has(value)) left.delete(value);
    }
    if (left === undefined) return new TextSet(false, finite, isAbsent);
    for (const value of finite) left.delete(value);
    return new TextSet(true, left, isAbsent);
  }

  subtract(other: TextSet): TextSet {
    return this.intersect(other.complement);
  }

  /** True where the two hold the same. */
  equals(other: TextSet): boolean {
    if (this === other) return true;
    if (this.#isCofinite !== other.#isCofinite || this.#absent !== other.#absent) return false;
    if (this.#values.size !== other.#values.size) return false;
    for (const value of this.#values) if (!other.#values.has(value)) return false;
    return true;
  }

  /** True for all values but finitely many. */
  get isCofinite(): boolean {
    return this.#isCofinite;
  }

  /** The values that a set names: those that it has, or of one of all but some those that it has not. */
  get named(): ReadonlySet<string> {
    return this.#values;
  }

  /** The same text for equal sets. */
  get key(): string {
    return (this.#key ??= JSON.stringify([this.#isCofinite, this.#absent, [...this.#values].toSorted()]));
  }

  /** The values of a finite set, sorted; undefined for a set of all but some. */
  get values(): readonly string[] | undefined {
    return this.#isCofinite ? undefined : [...this.#values].toSorted();
  }
}
