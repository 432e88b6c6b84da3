import { PairMap } from "../../base/collections/pair-map.js";
import type { AddressSet } from "../../base/net/address-set.js";
import { TextSet } from "./text-set.js";
import { TextSets } from "./text-sets.js";

/** The values that something unsettled may have; two sets about one point are of one kind. */
export type Possible = TextSet | AddressSet;

type SetOperation = "intersect" | "subtract" | "union";

/** More sets than this are not told apart by one number. */
const MOST = 2 ** 26;

/**
 * Sets of possible values, of which equal ones are one object here: what two of them have in common is worked out once, and
 * they are told apart by a number instead of by all that they hold.
 */
export class PossibleSets {
  readonly #byKey = new Map<string, Possible>();
  readonly #texts = new TextSets();
  readonly #numbers = new Map<Possible, number>();
  readonly #done: Readonly<Record<SetOperation, PairMap<Possible>>> = {
    intersect: new PairMap(),
    subtract: new PairMap(),
    union: new PairMap(),
  };

  /** The one object for all sets that are equal to this one. */
  the(values: Possible): Possible {
    if (this.#numbers.has(values)) return values;
    if (isText(values)) {
      const known = this.#texts.the(values);
      if (known === values) this.#numbers.set(values, this.#numbers.size);
      return known;
    }
    const { key } = values;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#byKey.set(key, values);
    this.#numbers.set(values, this.#numbers.size);
    return values;
  }

  /** The number of one of the objects that this gives. */
  numberOf(values: Possible): number {
    const number = this.#numbers.get(values);
    if (number === undefined || number >= MOST)
      throw new Error("invariant: a set of possible values has a number");
    return number;
  }

  /** What several of the objects that this gives have together, as another one of them. */
  union(sets: readonly Possible[]): Possible {
    const [a, b] = sets as readonly [Possible, Possible];
    if (sets.length === 1) return a;
    if (sets.length === 2) return this.of("union", a, b);
    if (!isText(a)) return sets.slice(1).reduce((all, each) => this.of("union", all, each), a);
    return this.the(TextSet.unionOf(sets as readonly TextSet[]));
  }

  /** What two of the objects that this gives come to, as another one of them. */
  of(operation: SetOperation, a: Possible, b: Possible): Possible {
    const done = this.#done[operation];
    const [one, other] = [this.numberOf(a), this.numberOf(b)];
    const known = done.get(one, other);
    if (known !== undefined) return known;
    const made = this.the(combined(operation, a, b));
    done.set(one, other, made);
    return made;
  }
}

function combined(operation: SetOperation, a: Possible, b: Possible): Possible {
  // Most values of two points of a diagram have nothing in common: that is seen without making a set.
  if (operation === "intersect" && isText(a) && !a.meets(b as TextSet)) return NO_TEXT;
  return (a as TextSet & AddressSet)[operation](b as TextSet & AddressSet);
}

/** True for values of a label, or of what is told by names else. */
export function isText(values: Possible): values is TextSet {
  return values instanceof TextSet;
}

const NO_TEXT = TextSet.of([]);
